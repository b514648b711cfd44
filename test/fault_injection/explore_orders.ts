/**
 * `npm run faults:orders`: explores every scenario of the steps that order letters, or those with the argument in their name. Takes about
 * four minutes. Prints the shortest history with each kind of problem.
 */
import '../support/jest/environment.js';
import { runScenario, scenarios } from './explorer/scenarios.ts';

const [wanted = ''] = process.argv.slice(2);

for (const [name, scenario] of Object.entries(scenarios)) {
  if (!name.includes(wanted)) continue;
  const { histories, states, findings } = await runScenario(scenario);
  for (const { story, problems } of findings) {
    process.stdout.write([...story, ...problems.map((problem) => `PROBLEM: ${problem}`), '', ''].join('\n'));
    process.exitCode = 1;
  }
  process.stdout.write(`${name}: ${histories} histories, ${states} states, ${findings.length} problems\n`);
}
