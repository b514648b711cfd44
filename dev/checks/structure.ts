/** Zapier's checks of the structure of an integration. */
import { createRequire } from 'node:module';
import * as zod from 'zod';
import { type App, allEntries, textsIn, visibleEntries } from './app.ts';
import type { Problem } from './problem.ts';

/** A hook trigger lists records for the editor. */
export const D006 = (app: App): Problem[] =>
  hooks(app)
    .filter(({ entry: { operation } }) => operation.performList === undefined)
    .map(({ path }) => ({
      where: path,
      problem: 'has no performList; add one that returns the same kind of records as perform',
    }));

const hooks = (app: App) => allEntries(app).filter(({ entry: { operation } }) => operation.type === 'hook');

/** Every URL uses HTTPS. */
export const D007 = (app: App): Problem[] =>
  textsIn(app, '').flatMap(({ path, text }) => {
    const url = /\bhttp:\/\/[^\s"'`)]+/i.exec(text)?.[0];
    return url ? [{ where: path, problem: `contains "${url}"; use https` }] : [];
  });

const isStaticHook = ({ entry: { operation } }: ReturnType<typeof hooks>[number]): boolean =>
  operation.type === 'hook' &&
  (operation.performSubscribe === undefined || operation.performUnsubscribe === undefined);

/** An app's only trigger is not a static hook, whose URL users must copy into the service. */
export function D016(app: App): Problem[] {
  const triggers = visibleEntries(app).filter(({ kind }) => kind === 'triggers');
  return triggers.length === 1
    ? triggers.filter(isStaticHook).map(({ path }) => ({
        where: path,
        problem: 'is the only trigger, and users must set it up by hand',
      }))
    : [];
}

/** A hook trigger subscribes and unsubscribes automatically. */
export const D017 = (app: App): Problem[] =>
  hooks(app)
    .filter(isStaticHook)
    .map(({ path }) => ({ where: path, problem: 'lacks performSubscribe or performUnsubscribe' }));

/** No text contains a `javascript:` URL. */
export const D025 = (app: App): Problem[] =>
  textsIn(app, '')
    .filter(({ text }) => /javascript\s*:/i.test(text))
    .map(({ path }) => ({ where: path, problem: 'contains a javascript: URL' }));

const { version: platformVersion } = zod
  .object({ version: zod.string() })
  .parse(createRequire(import.meta.url)('zapier-platform-cli/package.json'));

/** The platform version is that of the installed zapier-platform-cli. */
export const D027 = (app: App): Problem[] =>
  app.platformVersion === platformVersion
    ? []
    : [
        {
          where: 'platformVersion',
          problem: `is ${app.platformVersion}, but zapier-platform-cli is ${platformVersion}; use the same version`,
        },
      ];

/** The connector handles blank values itself, with `cleanInputData: false` for the app or the operation. */
export const D028 = (app: App): Problem[] =>
  allEntries(app)
    .filter(({ entry: { operation } }) => (operation.cleanInputData ?? app.flags.cleanInputData) !== false)
    .map(({ path }) => ({ where: path, problem: 'does not set cleanInputData to false' }));

/** A lock expires within Zapier's limit, which its schema does not check. */
export const G14 = (app: App): Problem[] =>
  allEntries(app)
    .filter(({ entry: { operation } }) => (operation.lock?.timeout ?? 0) > 180)
    .map(({ path }) => ({ where: `${path}.lock`, problem: 'has a timeout of more than 180 seconds' }));
