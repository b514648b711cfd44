/** Starts and stops the sandbox. */
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import { startCorrections } from './contacts/contact_list.ts';
import { handleRequests } from './http/http_middleware.ts';
import { resumeOrders, startOrders } from './orders/production.ts';
import type { Service } from './service.ts';
import { Clock, parseIsoTime } from './store/clock.ts';
import { Database } from './store/database.ts';
import { createIdentifiers, createSecrets } from './store/identifiers.ts';
import { plantSeed, readSeed } from './store/seed.ts';
import { parseVariants } from './variants.ts';
import { resumeDeliveries, startDeliveries } from './webhooks/deliveries.ts';

export interface SandboxOptions {
  /** 0 for any free port. Default: 4010. */
  port?: number;
  /** Names of variants, separated by commas. */
  variants?: string;
  /** A SQLite file for the data, which is otherwise lost when the sandbox stops. */
  data?: string;
  /** A JSON file with the data to start with, instead of the default seed. */
  seed?: string;
  /** ISO 8601: the clock is frozen at this time. */
  clock?: string;
}

export interface Sandbox {
  /** The value of both BASE_URL and AUTH_URL, without a trailing slash. */
  url: string;
  port: number;
  /** The time by the sandbox's clock, in milliseconds since 1970. */
  now(): number;
  close(): Promise<void>;
}

/** @throws if an option is invalid, the data cannot be read, or the port is in use */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const variants = parseVariants(options.variants);
  const source = readSeed(options.seed);
  const frozenAt = options.clock === undefined ? undefined : parseIsoTime(options.clock);
  if (options.clock !== undefined && frozenAt === undefined)
    throw new Error(
      `The clock must be an ISO 8601 time, such as 2026-03-13T09:00:00Z, not "${options.clock}".`,
    );
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
  startCorrections(service);

  const begin = async (): Promise<void> => {
    if (frozenAt !== undefined) await clock.freeze(frozenAt);
    plantSeed(service, source);
  };
  const reset = async (): Promise<void> => {
    // In one transaction: if the process ends during a reset, the data is unchanged.
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
      resumeDeliveries(service);
      resumeOrders(service);
    }
    const answer = handleRequests(service, createApp(service, { seed: source, reset }));
    const server = createServer(
      // Bodies can be long, headers cannot.
      { maxHeaderSize: 64 * 1024 },
      getRequestListener(
        (request, { incoming, outgoing }) => {
          if (incoming instanceof IncomingMessage && outgoing instanceof ServerResponse)
            return answer(request, { incoming, outgoing });
          throw new Error('The sandbox supports HTTP/1.1 only.');
        },
        { overrideGlobalObjects: false },
      ),
    );
    const port = await listen(server, options.port ?? 4010);
    service.origin = `http://127.0.0.1:${port}`;
    return {
      url: service.origin,
      port,
      now: () => clock.now,
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
      `The data file ${file} cannot be used: ${error instanceof Error ? error.message : error}. Choose another file, or delete it to start over.`,
    );
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Loopback only, so that no other machine can reach the sandbox.
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
