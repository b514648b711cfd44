/** Refuses connections. A refused connection never reaches a server, so `http.request` sends it to an unused port. */
import http from 'node:http';

/** The options of `http.request` that are used here. */
export interface RequestOptions {
  method?: string;
  path?: string;
  headers?: Record<string, unknown>;
}

const isRequestOptions = (options: unknown): options is RequestOptions =>
  typeof options === 'object' && options !== null;

/** Replaces `http.request` and returns a function that restores it. */
export async function refuseConnections(
  isRefused: (options: RequestOptions) => boolean,
): Promise<() => void> {
  const port = await unusedPort();
  const request = http.request;
  const replacement: typeof http.request = (...args: unknown[]) => {
    const [options] = args;
    if (isRequestOptions(options) && isRefused(options)) {
      Object.assign(options, { port, host: `127.0.0.1:${port}` });
    }
    return Reflect.apply(request, http, args);
  };
  http.request = replacement;
  return () => {
    http.request = request;
  };
}

async function unusedPort(): Promise<number> {
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 1;
}
