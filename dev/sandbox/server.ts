/** Starts and stops the sandbox. */
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import { handleRequests } from './http/http_middleware.ts';
import { resumeOrders, startOrders } from './orders/production.ts';
import type { Service } from './service.ts';
import { Clock, isoTime } from './store/clock.ts';
import { Database } from './store/database.ts';
import { createIdentifiers, createSecrets } from './store/identifiers.ts';
import { plantSeed, readSeed } from './store/seed.ts';
import { parseVariants } from './variants.ts';
import { resumeDeliveries, startDeliveries } from './webhooks/deliveries.ts';

export interface SandboxOptions {
  /** 0 for any free port; 4010 when left out. */
  port?: number;
  /** Names of variants, with commas between them. */
  world?: string;
  /** A file to keep the data in; without one they are gone when the sandbox stops. */
  data?: string;
  /** A JSON file to begin with, instead of the sandbox's own account. */
  seed?: string;
  /** ISO 8601: the clock begins there and stands still. */
  clock?: string;
}

export interface Sandbox {
  /** Without a trailing slash; both BASE_URL and AUTH_URL. */
  url: string;
  port: number;
  close(): Promise<void>;
}

/** @throws when an option makes no sense, the data cannot be read, or the port is taken */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const variants = parseVariants(options.world);
  const source = readSeed(options.seed);
  const frozenAt = options.clock === undefined ? undefined : isoTime(options.clock);
  if (options.clock !== undefined && frozenAt === undefined)
    throw new Error(`The clock "${options.clock}" is no ISO 8601 time such as 2026-03-13T09:00:00Z.`);
  const database = openDatabase(options.data);
  const clock = new Clock(database);
  const service: Service = {
    database,
    clock,
    variants,
    origin: '',
    newId: createIdentifiers(database),
    newSecret: createSecrets(database, source.text),
  };
  startDeliveries(service);
  startOrders(service);

  const begin = async (): Promise<void> => {
    if (frozenAt !== undefined) await clock.freeze(frozenAt);
    plantSeed(service, source);
  };
  const reset = async (): Promise<void> => {
    // Once: a reset that is cut short by the end of the process leaves the data as they were.
    database.atomically(() => {
      database.clear();
      clock.reset();
      plantSeed(service, source);
    });
    if (frozenAt !== undefined) await clock.freeze(frozenAt);
  };

  try {
    if (database.isEmpty) await begin();
    else {
      if (frozenAt !== undefined) await clock.freeze(frozenAt);
      database.unscheduleAll();
      resumeDeliveries(service);
      resumeOrders(service);
    }
    const answer = handleRequests(service, createApp(service, { seed: source, reset }));
    const server = createServer(
      // A list of contacts can be long, a header cannot.
      { maxHeaderSize: 64 * 1024 },
      getRequestListener(
        (request, { incoming, outgoing }) => {
          if (incoming instanceof IncomingMessage && outgoing instanceof ServerResponse)
            return answer(request, { incoming, outgoing });
          throw new Error('The sandbox speaks HTTP/1.1 only.');
        },
        { overrideGlobalObjects: false },
      ),
    );
    const port = await listen(server, options.port ?? 4010);
    service.origin = `http://127.0.0.1:${port}`;
    return {
      url: service.origin,
      port,
      async close() {
        clock.close();
        await new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        });
        database.close();
      },
    };
  } catch (error) {
    clock.close();
    database.close();
    throw error;
  }
}

function openDatabase(file: string | undefined): Database {
  try {
    return new Database(file);
  } catch (error) {
    throw new Error(
      `The data file ${file} cannot be used: ${error instanceof Error ? error.message : error}. Name another one, or delete it to begin again.`,
    );
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Loopback only: nobody else can reach the sandbox.
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
