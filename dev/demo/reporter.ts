/** Prints where the servers are. Uses colors only on a terminal. */
import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

const indent = '     ';

export class Reporter {
  readonly #stream: NodeJS.WriteStream;

  constructor(stream: NodeJS.WriteStream = process.stdout) {
    this.#stream = stream;
  }

  title(title: string, ...lines: string[]): void {
    this.#print();
    this.#print(`  ${this.#format('bold', title)}`);
    for (const line of lines) this.#print(`  ${this.#format('dim', line)}`);
    this.#print();
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
