/** Prints the test files that fail, each with its console output. On a terminal it also shows what is running. */
import { DefaultReporter } from '@jest/reporters';

export default class FailuresReporter extends DefaultReporter {
  printTestFileHeader(path, config, result) {
    if (result.numFailingTests > 0 || result.testExecError) super.printTestFileHeader(path, config, result);
  }
}
