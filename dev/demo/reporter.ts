/** Prints what the demo does, step by step. Uses colors only on a terminal. */
import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

const indent = '     ';

export class Reporter {
  readonly #stream: NodeJS.WriteStream;
  #steps = 0;
  /** Whether a step has failed; its error has been printed. */
  hasFailed = false;

  constructor(stream: NodeJS.WriteStream = process.stdout) {
    this.#stream = stream;
  }

  title(title: string, ...lines: string[]): void {
    this.#print();
    this.#print(`  ${this.#format('bold', title)}`);
    for (const line of lines) this.#print(`  ${this.#format('dim', line)}`);
    this.#print();
  }

  /** Prints the step with its outcome, and the error if it fails. @throws what the step throws */
  async step<Result>(description: string, work: () => Promise<Result>): Promise<Result> {
    this.#steps += 1;
    const number = String(this.#steps).padStart(2);
    if (this.#stream.isTTY) this.#stream.write(` ${this.#format('dim', number)}  ${description} …`);
    const printOutcome = (mark: string) => {
      if (this.#stream.isTTY) this.#stream.write('\r\u001b[2K');
      this.#print(` ${number}  ${this.#format('bold', description)} ${mark}`);
    };
    try {
      const result = await work();
      printOutcome(this.#format('green', '✓'));
      return result;
    } catch (error) {
      this.hasFailed = true;
      printOutcome(this.#format('red', '✗'));
      this.detail(this.#format('red', error instanceof Error ? error.message : String(error)));
      throw error;
    }
  }

  detail(text: string): void {
    this.#print(indent + text);
  }

  table(rows: readonly (readonly [string, string])[]): void {
    const width = Math.max(...rows.map(([label]) => label.length));
    for (const [label, value] of rows) {
      this.detail(`${label.padEnd(width)}  ${this.#format('cyan', value)}`);
    }
  }

  #print(line = ''): void {
    this.#stream.write(`${line}\n`);
  }

  #format(format: Format, text: string): string {
    return styleText(format, text, { stream: this.#stream });
  }
}
