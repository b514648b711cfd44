/** The HTTP interface of the local Zapier: RPC and logs for the connector, stored files, and webhook URLs. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HandlerError } from './errors.ts';
import type { Hydrator } from './hydrator.ts';
import { type RequestHandler, readBody, sendJson, sendText } from './loopback.ts';
import type { Rpc } from './rpc.ts';
import type { Stash, StoredFile } from './stash.ts';
import type { Zap } from './zap.ts';

export interface RouteTargets {
  rpc: Rpc;
  stash: Stash;
  hydrator: Hydrator;
  zaps: ReadonlyMap<string, Zap>;
}

export function createRoutes({ rpc, stash, hydrator, zaps }: RouteTargets): RequestHandler {
  return async (request, response, url) => {
    const [, route, id = ''] = url.pathname.split('/');
    switch (route) {
      case 'rpc': {
        const answer = await rpc.answer(String(request.headers['x-token'] ?? ''), await readBody(request));
        return answer ? sendJson(response, answer.status, answer.body) : void request.socket.destroy();
      }
      case 'logs':
        await readBody(request);
        return sendJson(response, 200, {});
      case 'upload': {
        const stored = await stash.receive(request.headers, request);
        return stored
          ? void response.writeHead(204).end()
          : sendText(response, 403, 'Unknown upload form, or a form without a file.');
      }
      case 'files':
        return sendStoredFile(stash, stash.find(`files/${id}`), response);
      case 'hydrate':
        return sendLazyFile(stash, hydrator.findLazyFile(id), `${url.origin}/`, response);
      case 'hooks': {
        const zap = zaps.get(id);
        return zap ? zap.receive(request, response, url) : sendText(response, 404, 'No such Zap.');
      }
      default:
        return sendText(response, 404, 'Not found.');
    }
  };
}

async function sendStoredFile(
  stash: Stash,
  file: StoredFile | undefined,
  response: ServerResponse,
): Promise<void> {
  if (!file) return sendText(response, 404, 'No such file.');
  response.writeHead(200, {
    'Content-Type': file.contentType,
    'Content-Length': file.size,
    'Content-Disposition': file.contentDisposition,
  });
  await pipeline(stash.read(file), response);
}

async function sendLazyFile(
  stash: Stash,
  fetchFile: (() => Promise<string>) | undefined,
  ownPrefix: string,
  response: ServerResponse,
): Promise<void> {
  if (!fetchFile) return sendText(response, 404, 'No such file.');
  let address: string;
  try {
    address = await fetchFile();
  } catch (error) {
    if (!(error instanceof HandlerError)) throw error;
    return sendText(response, 502, error.message);
  }
  if (address.startsWith(ownPrefix)) {
    return sendStoredFile(stash, stash.find(address.slice(ownPrefix.length)), response);
  }
  const source = await fetch(address);
  response.writeHead(source.status, Object.fromEntries(source.headers));
  await pipeline(source.body ? Readable.fromWeb(source.body) : Readable.from([]), response);
}
