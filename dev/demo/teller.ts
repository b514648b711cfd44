/** Tells on a terminal what happens, step by step. Plain text where there are no colors. */
import { styleText } from 'node:util';
import type { Operation } from '@print-and-mail/zapier';

type Format = Parameters<typeof styleText>[0];

const indent = '     ';
/** What a value may take of a line before it is cut short. */
const valueWidth = 78;

export class Teller {
  readonly #stream: NodeJS.WriteStream;
  #steps = 0;

  constructor(stream: NodeJS.WriteStream = process.stdout) {
    this.#stream = stream;
  }

  title(title: string, ...lines: string[]): void {
    this.#line();
    this.#line(`  ${this.#paint('bold', title)}`);
    for (const line of lines) this.#line(`  ${this.#paint('dim', line)}`);
  }

  /** Tells of a step when it is done, or that it failed and why. @throws what the step throws */
  async step<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    this.#steps += 1;
    const number = String(this.#steps).padStart(2);
    const waiting = this.#stream.isTTY ? `\n ${this.#paint('dim', number)}  ${what} …` : '';
    this.#stream.write(waiting);
    const finish = (mark: string) => {
      if (waiting) this.#stream.write('\r\u001b[2K');
      else this.#line();
      this.#line(` ${number}  ${this.#paint('bold', what)} ${mark}`);
    };
    try {
      const result = await work();
      finish(this.#paint('green', '✓'));
      return result;
    } catch (error) {
      finish(this.#paint('red', '✗'));
      this.say(this.#paint('red', error instanceof Error ? error.message : String(error)));
      throw error;
    }
  }

  say(sentence: string): void {
    this.#line(indent + sentence);
  }

  /** A record with the labels that its fields have in the editor. */
  record(record: object, entry?: Operation): void {
    const rows = flatten(record);
    const labels = labelsOf(entry);
    const shown = rows.map(([key, value]) => [labels.get(key) ?? key, value] as const);
    const width = Math.max(0, ...shown.map(([label]) => label.length));
    for (const [label, value] of shown) this.say(`${this.#paint('cyan', label.padEnd(width))}  ${value}`);
  }

  pairs(pairs: readonly (readonly [string, string])[]): void {
    const width = Math.max(...pairs.map(([name]) => name.length));
    for (const [name, value] of pairs) this.say(`${name.padEnd(width)}  ${this.#paint('cyan', value)}`);
  }

  event(sentence: string): void {
    this.#line();
    this.#line(` ${this.#paint('yellow', '⚡')} ${this.#paint('bold', sentence)}`);
  }

  #line(text = ''): void {
    this.#stream.write(`${text}\n`);
  }

  #paint(format: Format, text: string): string {
    return styleText(format, text, { stream: this.#stream });
  }
}

const labelsOf = (entry: Operation | undefined): Map<string, string> =>
  new Map(
    (entry?.operation.outputFields ?? []).flatMap((field) =>
      typeof field === 'string' || !field.label ? [] : [[field.key, field.label]],
    ),
  );

/** `{address: {city}}` as `address__city`, the way Zapier names what can be mapped; what is empty is left out. */
function flatten(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, item]): [string, string][] => {
    const name = path ? `${path}__${key}` : key;
    if (item === null || item === undefined || item === '') return [];
    if (Array.isArray(item)) return item.length > 0 ? [[name, `${item.length} items`]] : [];
    if (typeof item === 'object') return flatten(item, name);
    return [[name, shownValue(item)]];
  });
}

function shownValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  if (text.startsWith('hydrate|||')) return '(a file, fetched when a later step uses it)';
  const line = text.replace(/\s*\n\s*/g, ', ');
  return line.length > valueWidth ? `${line.slice(0, valueWidth - 1)}…` : line;
}
