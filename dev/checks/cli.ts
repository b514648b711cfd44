/** `npm run checks`: applies Zapier's publishing checks to the build. */
import { formatFinding } from './problem.ts';
import { accepted, checkProject } from './project.ts';

const { findings, tasks, breakingChanges } = await checkProject();
for (const finding of findings) console.log(formatFinding(finding));
for (const change of breakingChanges) console.log(`${formatFinding(change)}. ${change.remedy}`);
if (findings.length + breakingChanges.length > 0) process.exitCode = 1;
else {
  for (const task of tasks) console.log(`Before publishing: ${formatFinding(task)}`);
  console.log('No problems found. Exceptions, with the reason for Zapier’s reviewer:');
  for (const { code, field, reason } of accepted) console.log(`${code} ${field}: ${reason}`);
}
