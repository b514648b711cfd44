/** Applies Zapier's publishing checks to this project, with the exceptions that its reviewers must accept. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type App, builtApp } from './app.ts';
import { type BreakingChange, findBreakingChanges } from './breaking_changes.ts';
import { type Contract, contractOf, contractSchema } from './contract.ts';
import { M002, M004, M006 } from './listing.ts';
import type { Finding } from './problem.ts';
import { checkRegularExpressions } from './regular_expressions.ts';
import { checkDefinition } from './rules.ts';

/** The name under which the integration is registered. */
export const title = 'Print and Mail';

const root = new URL('../../', import.meta.url);
export const logoFile = new URL('dev/logo/logo.png', root);
export const baselineFile = new URL('test/baseline/definition.json', root);

interface Accepted {
  code: string;
  /** The key of the field that breaks the rule. */
  field: string;
  /** The reason for Zapier's reviewer. */
  reason: string;
}

/** The findings that the letter service's API makes unavoidable. */
export const accepted: Accepted[] = [
  {
    code: 'D004',
    field: 'list_id',
    reason:
      'The API cannot list the account’s lists, so a dropdown is not possible. The help text says where users find the ID.',
  },
  {
    code: 'D004',
    field: 'file_id',
    reason: 'The API cannot list files. Users map the ID from the step that uploaded the file.',
  },
  {
    code: 'D004',
    field: 'order_id',
    reason:
      'The API cannot list orders. Users map the ID from the step that placed the order, or from the trigger.',
  },
  {
    code: 'D004',
    field: 'found_order_id',
    reason:
      'The API cannot list orders. Users copy the ID from the order that they found at the letter service.',
  },
  {
    code: 'D004',
    field: 'contact_ids',
    reason:
      'Users map the IDs from a Find Contacts step. To choose one contact from a dropdown, they use Send Letter.',
  },
  {
    code: 'D004',
    field: 'external_id',
    reason: 'It is not an ID of the letter service but the user’s own reference for a person.',
  },
  {
    code: 'G03',
    field: 'upsert_contact',
    reason:
      'It updates only the contact with exactly the user’s own reference. A search followed by an update would change a person of the same name, and two runs at once would add the person twice.',
  },
  {
    code: 'D004',
    field: 'event_id',
    reason: 'It comes from the app that starts the Zap, such as the number of a donation.',
  },
];

/** The changes since the last release that users can be asked to accept. The changelog says what they must do. */
const acceptedChanges: Accepted[] = [
  {
    code: 'P06',
    field: 'new_contact.outputFields',
    reason:
      'Replacing or restoring the mailing list gives every contact a new ID, so identifying records by ID started Zaps for the whole list.',
  },
];

const isAcceptedChange = ({ code, where }: BreakingChange): boolean =>
  acceptedChanges.some((one) => one.code === code && where.endsWith(`.${one.field}`));

export const isAccepted = ({ code, where }: Finding): boolean =>
  accepted.some((one) => one.code === code && where.endsWith(`.${one.field}`));

export const readBaseline = async (): Promise<Contract> =>
  contractSchema.parse(JSON.parse(await readFile(baselineFile, 'utf8')));

/** Whether `now` may break Zaps: Zapier does not move existing Zaps to a new major version. */
export const isNewMajor = (before: string, now: string): boolean =>
  Number(now.split('.')[0]) > Number(before.split('.')[0]);

export interface Report {
  app: App;
  findings: Finding[];
  /** Findings to fix before the app is published. */
  tasks: Finding[];
  breakingChanges: BreakingChange[];
}

/** Checks the current build. Accepted findings are left out. */
export async function checkProject(): Promise<Report> {
  const [app, packageJson, logo, baseline, slow] = await Promise.all([
    builtApp(),
    readFile(new URL('package.json', root), 'utf8'),
    readFile(logoFile),
    readBaseline(),
    checkRegularExpressions(fileURLToPath(new URL('src/', root))),
  ]);
  const listing: unknown = JSON.parse(packageJson);
  const findings = [
    ...checkDefinition(app),
    ...M002(listing, title).map((problem) => ({ code: 'M002', ...problem })),
    ...slow,
    ...M004(logo, 'dev/logo/logo.png').map((problem) => ({ code: 'M004', ...problem })),
  ];
  return {
    app,
    findings: findings.filter((one) => !isAccepted(one)),
    tasks: M006(listing).map((problem) => ({ code: 'M006', ...problem })),
    breakingChanges: isNewMajor(baseline.version, app.version)
      ? []
      : findBreakingChanges(baseline, contractOf(app)).filter((one) => !isAcceptedChange(one)),
  };
}
