/** Zapier's checks of how an integration is put together. */
import { createRequire } from 'node:module';
import * as zod from 'zod';
import { type App, allEntries, textsIn, visibleEntries } from './app.ts';
import type { Problem } from './problem.ts';

/** A hook trigger can also list, for the editor's sample. */
export const D006 = (app: App): Problem[] =>
  hooks(app)
    .filter(({ entry: { operation } }) => operation.performList === undefined)
    .map(({ path }) => ({
      where: path,
      problem: 'has no performList; give it one that answers records of the same shape as perform',
    }));

const hooks = (app: App) => allEntries(app).filter(({ entry: { operation } }) => operation.type === 'hook');

/** Every address is one of HTTPS. */
export const D007 = (app: App): Problem[] =>
  textsIn(app, '').flatMap(({ path, text }) => {
    const address = /\bhttp:\/\/[^\s"'`)]+/i.exec(text)?.[0];
    return address ? [{ where: path, problem: `has "${address}"; use https` }] : [];
  });

/** A search-or-create pairs a search and an action that exist. */
export const D015 = (app: App): Problem[] =>
  Object.entries(app.searchOrCreates).flatMap(([key, { search, create, update }]) => {
    const where = `searchOrCreates.${key}`;
    const missing = [
      ...(Object.hasOwn(app.searches, search) ? [] : [`search "${search}"`]),
      ...[create, update]
        .filter((one) => one !== undefined && !Object.hasOwn(app.creates, one))
        .map((one) => `action "${one}"`),
    ];
    return missing.map((one) => ({ where, problem: `names the ${one}, which does not exist` }));
  });

const isStaticHook = ({ entry: { operation } }: ReturnType<typeof hooks>[number]): boolean =>
  operation.type === 'hook' &&
  (operation.performSubscribe === undefined || operation.performUnsubscribe === undefined);

/** The only trigger that users see is not one whose address they have to copy by hand. */
export function D016(app: App): Problem[] {
  const seen = visibleEntries(app).filter(({ kind }) => kind === 'triggers');
  return seen.length === 1
    ? seen
        .filter(isStaticHook)
        .map(({ path }) => ({ where: path, problem: 'is the only trigger and has to be set up by hand' }))
    : [];
}

/** A hook trigger subscribes and unsubscribes by itself. */
export const D017 = (app: App): Problem[] =>
  hooks(app)
    .filter(isStaticHook)
    .map(({ path }) => ({ where: path, problem: 'does not subscribe and unsubscribe by itself' }));

/** No text runs a script. */
export const D025 = (app: App): Problem[] =>
  textsIn(app, '')
    .filter(({ text }) => /javascript\s*:/i.test(text))
    .map(({ path }) => ({ where: path, problem: 'has a javascript: address' }));

const { version: platformVersion } = zod
  .object({ version: zod.string() })
  .parse(createRequire(import.meta.url)('zapier-platform-cli/package.json'));

/** The platform's version is that of the command line which this project uses. */
export const D027 = (app: App): Problem[] =>
  app.platformVersion === platformVersion
    ? []
    : [
        {
          where: 'platformVersion',
          problem: `is ${app.platformVersion} while the command line is ${platformVersion}; use the same, the latest`,
        },
      ];

/** Blank values reach the connector as they are, and it says so itself. */
export const D028 = (app: App): Problem[] =>
  allEntries(app)
    .filter(({ entry: { operation } }) => (operation.cleanInputData ?? app.flags.cleanInputData) !== false)
    .map(({ path }) => ({ where: path, problem: 'has no cleanInputData: false, its own or the app’s' }));

/** A lock is given back within what Zapier allows, which its schema does not check. */
export const G14 = (app: App): Problem[] =>
  allEntries(app)
    .filter(({ entry: { operation } }) => (operation.lock?.timeout ?? 0) > 180)
    .map(({ path }) => ({ where: `${path}.lock`, problem: 'lasts longer than 180 seconds' }));
