import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import app from '../../src/index.ts';
import { faults } from './support/faults.ts';
import { Stage } from './support/stage.ts';
import { casesFor, judge, titleOf, type Verdict } from './support/verdict.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});

afterAll(async () => {
  await stage.close();
});

describe('every fault at every call of every operation', () => {
  it('ends as done, refused or not known, and is told as what it is', async () => {
    const { cases, courses, methods } = await casesFor(
      stage,
      app,
      faults.filter(({ slow }) => !slow),
      false,
    );
    const tally: Record<Verdict, number> = { done: 0, refused: 0, 'not known': 0 };
    const broken: string[] = [];
    const left = [...cases];
    const worker = async () => {
      for (let one = left.shift(); one; one = left.shift()) {
        const { verdict, complaints } = await judge(stage, courses, one);
        tally[verdict] += 1;
        broken.push(...complaints.map((what) => `${titleOf(one)}: ${what}`));
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    process.stdout.write(
      `Faults: ${cases.length} cases at ${methods} functions: ${tally.done} done, ${tally.refused} refused, ${tally['not known']} not known.\n`,
    );
    expect(broken).toEqual([]);
    expect(cases.length).toBeGreaterThan(1200);
  }, 120_000);
});
