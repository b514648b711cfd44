/** Everything that an end-to-end test needs: the sandbox, the built connector, a local Zapier and a connected account. */
import { type SandboxOptions, startSandbox } from '@print-and-mail/sandbox';
import {
  type Connection,
  connectionFor,
  type LocalZapier,
  type LocalZapierOptions,
  runCreate,
  runSearch,
  startLocalZapier,
  type Zap,
  type ZapRecord,
} from '@print-and-mail/zapier';
import { Control, defaultScopes } from '../../dev/demo/control.ts';

export interface WorldOptions {
  /** The sandbox's variants, such as `short,replace-address`. */
  world?: string;
  sandbox?: SandboxOptions;
  platform?: LocalZapierOptions;
  user?: string;
  scopes?: string[];
}

export interface World {
  /** The sandbox's URL. */
  url: string;
  control: Control;
  platform: LocalZapier;
  connection: Connection;
  /** Runs an action as a step of a Zap. */
  create(key: string, inputData?: Record<string, unknown>, how?: { test?: boolean }): Promise<ZapRecord>;
  /** Runs a search. @returns all matches, best first */
  search(key: string, inputData?: Record<string, unknown>): Promise<ZapRecord[]>;
  /** Creates a Zap that is off. */
  zap(trigger: string, inputData?: Record<string, unknown>): Zap;
  /** Connects another account, or the same one with other scopes. */
  connect(user: string, scopes?: string[], client?: string): Promise<Connection>;
  close(): Promise<void>;
}

/** Returns the connector's settings for a sandbox. */
export const settingsFor = (url: string): Record<string, string> => ({
  BASE_URL: url,
  AUTH_URL: url,
  CLIENT_ID: 'sandbox-client',
  CLIENT_SECRET: 'sandbox-secret',
});

/** A record that fails zapier-platform-core's checks fails the test. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const sandbox = await startSandbox({
    port: 0,
    ...(options.world === undefined ? {} : { variants: options.world }),
    ...options.sandbox,
  });
  const platform = await startLocalZapier({
    checks: 'raise',
    processes: 1,
    ...options.platform,
    environment: { ...settingsFor(sandbox.url), ...options.platform?.environment },
  });
  const control = new Control(sandbox.url);
  const connect: World['connect'] = async (user, scopes = defaultScopes, client = 'sandbox-client') =>
    connectionFor({ access_token: await control.token(user, client, scopes) }, user);
  const connection = await connect(options.user ?? 'demo@example.com', options.scopes);
  return {
    url: sandbox.url,
    control,
    platform,
    connection,
    connect,
    create: (key, inputData = {}, how = {}) => runCreate(platform, { key, inputData, connection, ...how }),
    search: (key, inputData = {}) => runSearch(platform, { key, inputData, connection }),
    zap: (trigger, inputData = {}) => platform.createZap({ trigger, inputData, connection }),
    async close() {
      await platform.close();
      await sandbox.close();
    },
  };
}
