/** This project as Zapier's publishing checks see it: everything they have against it, and what is accepted, with reasons. */
import { readFile } from 'node:fs/promises';
import { type App, builtApp } from './app.ts';
import { M002, M004, M006 } from './listing.ts';
import type { Finding } from './problem.ts';
import { type Breakage, brokenPromises, type Promises, promisesOf, promisesSchema } from './promises.ts';
import { checkDefinition } from './rules.ts';

/** The name under which the integration is registered. */
export const title = 'Print and Mail';

const root = new URL('../../', import.meta.url);
export const logoFile = new URL('dev/logo/logo.png', root);
export const baselineFile = new URL('test/baseline/definition.json', root);

interface Accepted {
  code: string;
  /** The key of the field that the rule speaks of. */
  field: string;
  /** What a reviewer is told. */
  why: string;
}

/** What a rule says and what stays as it is, because the service leaves no other way. */
export const accepted: Accepted[] = [
  {
    code: 'D004',
    field: 'list_id',
    why: 'The service has no call that lists the account’s lists, so nothing could fill a dropdown. The help text says where its number is shown.',
  },
  {
    code: 'D004',
    field: 'file_id',
    why: 'The service has no call that lists files. The value is mapped from the step that uploaded the file.',
  },
  {
    code: 'D004',
    field: 'order_id',
    why: 'The service has no call that lists orders. The value is mapped from the step that ordered, or from the trigger.',
  },
  {
    code: 'D004',
    field: 'contact_ids',
    why: 'The values are mapped from a Find Contacts step. To choose one contact from a dropdown, use Send Letter.',
  },
  {
    code: 'D004',
    field: 'external_id',
    why: 'It is no id of the service but the user’s own reference for a person, which only the user knows.',
  },
];

export const isAccepted = ({ code, where }: Finding): boolean =>
  accepted.some((one) => one.code === code && where.endsWith(`.${one.field}`));

export const readBaseline = async (): Promise<Promises> =>
  promisesSchema.parse(JSON.parse(await readFile(baselineFile, 'utf8')));

/** Only with a new major version may promises be broken: Zapier moves no Zap to it by itself. */
export const isNewMajor = (before: string, now: string): boolean =>
  Number(now.split('.')[0]) > Number(before.split('.')[0]);

export interface Report {
  app: App;
  findings: Finding[];
  /** What is left to do before publishing. */
  tasks: Finding[];
  broken: Breakage[];
}

/** Everything that is wrong with the project as it is built, without what is accepted. */
export async function checkProject(): Promise<Report> {
  const [app, packageJson, logo, baseline] = await Promise.all([
    builtApp(),
    readFile(new URL('package.json', root), 'utf8'),
    readFile(logoFile),
    readBaseline(),
  ]);
  const listing: unknown = JSON.parse(packageJson);
  const findings = [
    ...checkDefinition(app),
    ...M002(listing, title).map((problem) => ({ code: 'M002', ...problem })),
    ...M004(logo, 'dev/logo/logo.png').map((problem) => ({ code: 'M004', ...problem })),
  ];
  return {
    app,
    findings: findings.filter((one) => !isAccepted(one)),
    tasks: M006(listing).map((problem) => ({ code: 'M006', ...problem })),
    broken: isNewMajor(baseline.version, app.version) ? [] : brokenPromises(baseline, promisesOf(app)),
  };
}
