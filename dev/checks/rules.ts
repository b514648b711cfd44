/**
 * The publishing checks that need only the definition. Rules with a D are those that Zapier's server applies to a pushed
 * version, under Zapier's codes; rules with a G are from its written guidelines. Here they run offline, before a push.
 */
import type { App } from './app.ts';
import { D001, D002, D003, D026 } from './authentication.ts';
import { D004, D005, D009, D011, D013, D014, D022, G05, G06, G07, G08, G09, G10 } from './input_fields.ts';
import type { Finding, Problem } from './problem.ts';
import { D010, D012, D023, D024, G11, G12, G13 } from './samples.ts';
import { D006, D007, D016, D017, D025, D027, D028, G14 } from './structure.ts';
import { D008, D018, D021, G01, G02, G03, G04, G15 } from './wording.ts';

export const definitionRules = {
  D001,
  D002,
  D003,
  D004,
  D005,
  D006,
  D007,
  D008,
  D009,
  D010,
  D011,
  D012,
  D013,
  D014,
  D016,
  D017,
  D018,
  D021,
  D022,
  D023,
  D024,
  D025,
  D026,
  D027,
  D028,
  G01,
  G02,
  G03,
  G04,
  G05,
  G06,
  G07,
  G08,
  G09,
  G10,
  G11,
  G12,
  G13,
  G14,
  G15,
} satisfies Record<string, (app: App) => Problem[]>;

export type RuleCode = keyof typeof definitionRules;

/** Applies every rule to an app. */
export const checkDefinition = (app: App): Finding[] =>
  Object.entries(definitionRules).flatMap(([code, rule]) =>
    rule(app).map((problem) => ({ code, ...problem })),
  );
