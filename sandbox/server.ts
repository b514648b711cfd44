/** Starts and stops the sandbox. */
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.ts';
import { Clock } from './clock.ts';
import { Database } from './database.ts';
import { startDeliveries } from './deliveries.ts';
import { startOrders } from './orders.ts';
import { plantSeed, readSeed } from './seed.ts';
import { identifierMaker, type Service } from './service.ts';
import { readWorlds } from './worlds.ts';

export interface SandboxOptions {
  /** 0 for any free port. */
  port?: number;
  /** Names of worlds, with commas between them. */
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

/** @throws when an option makes no sense or the port is taken */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const worlds = readWorlds(options.world);
  const source = readSeed(options.seed);
  const frozenAt = options.clock === undefined ? undefined : Date.parse(options.clock);
  if (Number.isNaN(frozenAt)) throw new Error(`"${options.clock}" is no ISO 8601 time.`);
  const database = new Database(options.data);
  const clock = new Clock(database);
  const service: Service = {
    database,
    clock,
    worlds,
    newId: identifierMaker(database),
  };
  startDeliveries(service);
  startOrders(service);

  const begin = (): void => {
    if (frozenAt !== undefined) clock.freeze(frozenAt);
    plantSeed(service, source);
  };
  if (database.isEmpty) begin();
  else clock.resume();

  const app = createApp(service, {
    async reset() {
      await clock.settled();
      database.clear();
      clock.reset();
      begin();
    },
  });
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 4010, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      clock.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      database.close();
    },
  };
}
