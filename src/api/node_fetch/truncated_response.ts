/**
 * The platform's client (node-fetch 2) does not notice when a connection ends in the middle of an answer whose length
 * was announced: it waits for the rest until the time is up. Here each answer is watched at its connection, and one that
 * ends unfinished ends at once, with an error that says so. A body that is streamed is read there too.
 */
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';

export class TruncatedResponseError extends Error {
  readonly code = 'ECONNRESET';
  constructor() {
    super('The connection ended in the middle of the answer');
  }
}

/** Watches the answers to one call. */
export class AnswerWatch {
  readonly #end = new AbortController();
  readonly #isStreamed: boolean;
  #body: unknown;

  /** @param isStreamed whether the body is read piece by piece, and not by the platform's client */
  constructor(isStreamed = false) {
    this.#isStreamed = isStreamed;
  }

  /** Ends the call while its answer is still being waited for or read. */
  readonly signal = this.#end.signal;

  /**
   * For the platform's client, which asks for an agent with each address that it is sent on to; its types know only one
   * for all. It is the usual one of Node, told about the request.
   */
  readonly options: Record<string, unknown> = {
    agent: ({ protocol }: URL): http.Agent => {
      const usual = protocol === 'https:' ? https.globalAgent : http.globalAgent;
      const addRequest = (request: ClientRequest, ...rest: unknown[]): unknown => {
        request.once('response', (answer) => this.#follow(answer));
        return Reflect.apply(Reflect.get(usual, 'addRequest'), usual, [request, ...rest]);
      };
      return Object.assign(Object.create(usual), { addRequest });
    },
  };

  /** From here on the body is somebody else's to read; the error comes out of it. */
  handOver(body: unknown): void {
    this.#body = body;
    // It may have ended before anybody could read.
    if (this.signal.aborted) this.#break();
  }

  #follow(answer: IncomingMessage): void {
    // What a redirect says is not read to its end.
    if ((answer.statusCode ?? 0) >= 300 && (answer.statusCode ?? 0) < 400) return;
    if (this.#isStreamed && !answer.headers['content-encoding']) makeOwnBody(answer);
    answer.once('close', () => {
      if (!answer.complete) this.#break();
    });
  }

  #break(): void {
    if (isDestroyable(this.#body)) this.#body.destroy(new TruncatedResponseError());
    else this.#end.abort(new TruncatedResponseError());
  }
}

/**
 * Has the platform's client take the answer itself for its body. It would send each piece through a stream of its own
 * first, and each step costs several times as much inside a run of the platform, which keeps a book of every step.
 */
function makeOwnBody(answer: IncomingMessage): void {
  Object.assign(answer, {
    pipe() {
      // Only the client's own step is spared; what comes later is meant.
      Reflect.deleteProperty(answer, 'pipe');
      return answer;
    },
  });
}

const isDestroyable = (body: unknown): body is { destroy(error: Error): void } =>
  typeof body === 'object' && body !== null && 'destroy' in body && typeof body.destroy === 'function';
