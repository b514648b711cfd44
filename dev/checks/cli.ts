/** `npm run checks`: what Zapier's publishing checks would say about the build, in the order of the rules. */
import { told } from './problem.ts';
import { accepted, checkProject } from './project.ts';

const { findings, tasks, broken } = await checkProject();
for (const finding of findings) console.log(told(finding));
for (const one of broken) console.log(`${told(one)}. ${one.remedy}`);
if (findings.length + broken.length > 0) process.exitCode = 1;
else {
  for (const task of tasks) console.log(`Before publishing: ${told(task)}`);
  console.log('Nothing to complain about. Accepted, with the reason for the reviewer:');
  for (const { code, field, why } of accepted) console.log(`${code} ${field}: ${why}`);
}
