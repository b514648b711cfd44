/**
 * The floors: Node moves the bytes without processing them. They have the signature of a connector's handler, so that they
 * are measured like one.
 */

import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Invocation } from '../protocol.ts';

export async function handler({ method, bundle, environment }: Invocation): Promise<{ results: unknown }> {
  const root = environment.BASE_URL;
  if (method === 'drain') return { results: { bytes: await drain(`${root}/v1/contacts`) } };
  const [from, to] = [String(bundle.inputData.file), `${root}/v1/files?filename=newsletter.pdf`];
  if (method === 'keep_and_send') await keepAndSend(from, to);
  else await pipe(from, to);
  return { results: {} };
}

const open = (url: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => request(url, resolve).on('error', reject).end());

/** Reads a response to its end and discards it. */
async function drain(url: string): Promise<number> {
  const response = await open(url);
  let bytes = 0;
  for await (const piece of response) bytes += piece.length;
  return bytes;
}

/** Pipes the file from its source to the letter service. */
async function pipe(from: string, to: string): Promise<void> {
  const source = await open(from);
  await send(source, to, source.headers['content-length']);
}

/** Stores the file on disk and then sends it with its length. */
async function keepAndSend(from: string, to: string): Promise<void> {
  const path = join(tmpdir(), `floor-${process.pid}`);
  await pipeline(await open(from), createWriteStream(path));
  await send(createReadStream(path), to, String((await stat(path)).size));
  await rm(path);
}

async function send(body: NodeJS.ReadableStream, to: string, length: string | undefined): Promise<void> {
  const target = request(to, { method: 'POST', headers: length ? { 'Content-Length': length } : {} });
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    target.on('response', resolve).on('error', reject),
  );
  await pipeline(body, target);
  (await answered).resume();
}
