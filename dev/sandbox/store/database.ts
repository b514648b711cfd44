/**
 * The sandbox's data in SQLite, in memory or in a file that survives a killed process.
 * Records are JSON documents with a kind and an ID.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Kind } from './records.ts';

export class Database {
  readonly #sqlite: DatabaseSync;
  readonly #watchers = new Set<() => void>();
  #epoch = 0;
  /** The highest position and sequence in use. */
  #position: number;
  #sequence: number;
  readonly #statements = new Map<string, StatementSync>();

  /** @param file a path; in memory if omitted */
  constructor(file?: string) {
    this.#sqlite = new DatabaseSync(file ?? ':memory:');
    // With a write-ahead log, a commit survives a killed process. Temporary files would fail if their folder is full.
    this.#sqlite.exec(`
      PRAGMA temp_store = MEMORY;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS record (
        kind TEXT NOT NULL, id TEXT NOT NULL, account TEXT, position INTEGER NOT NULL, document TEXT NOT NULL,
        PRIMARY KEY (kind, id)
      ) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS record_order ON record (kind, account, position);
      CREATE TABLE IF NOT EXISTS counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS blob (id TEXT PRIMARY KEY, content BLOB NOT NULL);
      CREATE TABLE IF NOT EXISTS due (at INTEGER NOT NULL, sequence INTEGER NOT NULL, task TEXT NOT NULL, id TEXT NOT NULL,
        PRIMARY KEY (at, sequence)) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS due_task ON due (task, id);
    `);
    this.#position = this.#highest('SELECT max(position) AS highest FROM record');
    this.#sequence = this.#highest('SELECT max(sequence) AS highest FROM due');
  }

  get<T>(kind: Kind, id: string): T | undefined {
    const row = this.#prepare('SELECT document FROM record WHERE kind = ? AND id = ?').get(kind, id);
    return row ? JSON.parse(String(row.document)) : undefined;
  }

  /** Returns the records of a kind, of one account or of all, in the order in which they were created. */
  list<T>(kind: Kind, account?: string): T[] {
    const rows =
      account === undefined
        ? this.#prepare('SELECT document FROM record WHERE kind = ? ORDER BY position').all(kind)
        : this.#prepare('SELECT document FROM record WHERE kind = ? AND account = ? ORDER BY position').all(
            kind,
            account,
          );
    return rows.map((row) => JSON.parse(String(row.document)));
  }

  /** Returns the first records, or the last ones in reverse order. */
  some<T>(kind: Kind, end: 'first' | 'last', most: number, account?: string): T[] {
    const whose = account === undefined ? '' : 'AND account = ?';
    const order = end === 'first' ? 'ASC' : 'DESC';
    const rows = this.#prepare(
      `SELECT document FROM record WHERE kind = ? ${whose} ORDER BY position ${order} LIMIT ?`,
    ).all(...(account === undefined ? [kind, most] : [kind, account, most]));
    return rows.map((row) => JSON.parse(String(row.document)));
  }

  /** Returns the IDs of all records of a kind. */
  ids(kind: Kind): string[] {
    return this.#prepare('SELECT id FROM record WHERE kind = ?')
      .all(kind)
      .map(({ id }) => String(id));
  }

  count(kind: Kind, account?: string): number {
    const row =
      account === undefined
        ? this.#prepare('SELECT count(*) AS number FROM record WHERE kind = ?').get(kind)
        : this.#prepare('SELECT count(*) AS number FROM record WHERE kind = ? AND account = ?').get(
            kind,
            account,
          );
    return Number(row?.number);
  }

  /** Calls the watcher after each change. @returns a function that ends this */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  put(kind: Kind, id: string, document: object, account: string | null = null): void {
    this.#prepare(
      `INSERT INTO record (kind, id, account, position, document) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (kind, id) DO UPDATE SET document = excluded.document, account = excluded.account`,
    ).run(kind, id, account, ++this.#position, JSON.stringify(document));
    this.#changed();
  }

  remove(kind: Kind, id: string): void {
    this.#prepare('DELETE FROM record WHERE kind = ? AND id = ?').run(kind, id);
    this.#changed();
  }

  removeAll(kind: Kind, account?: string): void {
    if (account === undefined) this.#prepare('DELETE FROM record WHERE kind = ?').run(kind);
    else this.#prepare('DELETE FROM record WHERE kind = ? AND account = ?').run(kind, account);
    this.#changed();
  }

  /** Changes the kind of a record. */
  move(from: Kind, to: Kind, id: string): void {
    this.#prepare('UPDATE record SET kind = ? WHERE kind = ? AND id = ?').run(to, from, id);
    this.#changed();
  }

  moveAll(from: Kind, to: Kind, account: string): void {
    this.#prepare('UPDATE record SET kind = ? WHERE kind = ? AND account = ?').run(to, from, account);
    this.#changed();
  }

  /** Keeps the newest `keep` records of a kind. */
  trim(kind: Kind, keep: number): void {
    this.#prepare(
      'DELETE FROM record WHERE kind = ? AND position <= (SELECT position FROM record WHERE kind = ? ORDER BY position DESC LIMIT 1 OFFSET ?)',
    ).run(kind, kind, keep);
  }

  blob(id: string): Uint8Array | undefined {
    const content = this.#prepare('SELECT content FROM blob WHERE id = ?').get(id)?.content;
    return content instanceof Uint8Array ? content : undefined;
  }

  putBlob(id: string, content: Uint8Array): void {
    this.#prepare('INSERT OR REPLACE INTO blob (id, content) VALUES (?, ?)').run(id, content);
  }

  removeBlob(id: string): void {
    this.#prepare('DELETE FROM blob WHERE id = ?').run(id);
  }

  /** Schedules a task for a time in milliseconds since 1970. */
  schedule(at: number, task: string, id: string): void {
    this.#prepare('INSERT INTO due (at, sequence, task, id) VALUES (?, ?, ?, ?)').run(
      at,
      ++this.#sequence,
      task,
      id,
    );
  }

  unschedule(task: string, id: string): void {
    this.#prepare('DELETE FROM due WHERE task = ? AND id = ?').run(task, id);
  }

  /** Removes and returns the earliest tasks that are due by a time. */
  takeDue(until: number, most: number): { task: string; id: string }[] {
    const rows = this.#prepare(
      'SELECT at, sequence, task, id FROM due WHERE at <= ? ORDER BY at, sequence LIMIT ?',
    ).all(until, most);
    const last = rows.at(-1);
    if (last) {
      this.#prepare('DELETE FROM due WHERE (at, sequence) <= (?, ?)').run(
        Number(last.at),
        Number(last.sequence),
      );
    }
    return rows.map(({ task, id }) => ({ task: String(task), id: String(id) }));
  }

  nextDue(): number | undefined {
    const row = this.#prepare('SELECT min(at) AS at FROM due').get();
    return row?.at === null || row?.at === undefined ? undefined : Number(row.at);
  }

  /** Increments a saved counter, which starts at 1. */
  next(counter: string): number {
    const row = this.#prepare(
      'INSERT INTO counter (name, value) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value',
    ).get(counter);
    return Number(row?.value);
  }

  #highest(sql: string): number {
    return Number(this.#sqlite.prepare(sql).get()?.highest ?? 0);
  }

  /** Runs the function in a transaction. */
  atomically<T>(work: () => T): T {
    if (this.#sqlite.isTransaction) return work();
    this.#prepare('BEGIN IMMEDIATE').run();
    try {
      const result = work();
      this.#prepare('COMMIT').run();
      return result;
    } catch (error) {
      // If the disk is full, SQLite has already ended the transaction.
      if (this.#sqlite.isTransaction) this.#sqlite.exec('ROLLBACK');
      throw error;
    }
  }

  get isEmpty(): boolean {
    return this.#prepare('SELECT 1 AS one FROM record LIMIT 1').get() === undefined;
  }

  /** Changes with every reset and when the database is closed, so that the results of earlier work can be discarded. */
  get epoch(): number {
    return this.#epoch;
  }

  clear(): void {
    this.#epoch += 1;
    this.#sqlite.exec('DELETE FROM record; DELETE FROM counter; DELETE FROM blob; DELETE FROM due;');
    this.#changed();
  }

  close(): void {
    this.#epoch += 1;
    this.#statements.clear();
    if (this.#sqlite.isOpen) this.#sqlite.close();
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#sqlite.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
