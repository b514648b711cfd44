/** Defines endpoints: path, scope, schemas and handler. Requests are validated, and the OpenAPI document generated, from the definition. */
import type * as zod from 'zod';
import type { Caller, Service } from '../service.ts';
import { authenticate, requireAccount, requireScope } from './access.ts';
import type { SandboxContext } from './context.ts';
import { readQuery } from './query.ts';
import { type JsonCodes, readJson } from './request_body.ts';
import { ServiceError } from './service_error.ts';
import { type ValueCodes, validate } from './validation.ts';

/** The body of a response: JSON with a schema, content of a media type, or nothing. */
export type Content = zod.ZodType | { mediaType: string | readonly string[] } | null;

export interface Reply {
  status: number;
  json?: unknown;
  content?: Uint8Array;
  headers?: Record<string, string>;
}

/** What an endpoint takes besides its path: its description, and how it is read and validated. */
export interface Input<Value> {
  query?: zod.ZodObject;
  body?: zod.ZodType | 'file';
  read(c: SandboxContext, parameters: Record<string, string>, service: Service): Promise<Value> | Value;
}

export const nothing: Input<undefined> = { read: () => undefined };

/** Takes query parameters. */
export const parameters = <S extends zod.ZodObject>(schema: S, codes: ValueCodes): Input<zod.output<S>> => ({
  query: schema,
  read: (_, given) => validate(schema, given, codes),
});

/** Takes a JSON body with one schema. */
export const json = <S extends zod.ZodType>(
  schema: S,
  codes: JsonCodes & ValueCodes,
): Input<zod.output<S>> => ({
  body: schema,
  read: async (c) => validate(schema, await readJson(c, codes), codes),
});

/** A validated request, as the handler gets it. */
export interface Call<Value> {
  service: Service;
  caller: Caller;
  /** The caller's account. Empty only if the endpoint is `withoutAccount` and the caller has no account. */
  account: string;
  /** The first path parameter, or empty. */
  id: string;
  /** All path parameters by name. */
  pathParameters: Record<string, string>;
  input: Value;
}

export interface Description {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Such as `/v1/contacts/{id}`. */
  path: string;
  summary: string;
  /** Omitted if any access token is accepted. */
  scope?: string;
  /** Also accepts an access token that is not linked to an account. */
  withoutAccount?: true;
  /** The body of a success, by status. */
  answers: Record<number, Content>;
}

type Definition<Value> = Description & { takes: Input<Value> } & (
    | {
        /** Runs in a transaction: if it throws, nothing changes. */
        handle(call: Call<Value>): Reply;
      }
    | {
        /** Runs without a transaction, so that it can await something. */
        handleAsync(call: Call<Value>): Promise<Reply>;
      }
  );

/** An endpoint as the application and the OpenAPI document use it, without the type of its input. */
export interface Endpoint extends Description {
  /** The module in its path, such as `contacts`. Error codes begin with it. */
  group: string;
  query?: zod.ZodObject;
  body?: zod.ZodType | 'file';
  /** @param admit called with the caller; throws to reject the request */
  answer(c: SandboxContext, service: Service, admit: (caller: Caller) => void): Promise<Reply>;
}

export function endpoint<Value>({ takes, ...definition }: Definition<Value>): Endpoint {
  const { method, path, scope, withoutAccount } = definition;
  const [, _version, group = ''] = path.split('/');
  return {
    ...definition,
    group,
    ...(takes.query ? { query: takes.query } : {}),
    ...(takes.body ? { body: takes.body } : {}),
    async answer(c, service, admit) {
      const given = readQuery(c.req.url, ['access_token', ...Object.keys(takes.query?.shape ?? {})]);
      const caller = authenticate(c, service, given.access_token);
      c.env.exchange.client = caller.client;
      admit(caller);
      if (scope !== undefined) requireScope(caller, scope, group, service);
      const account = withoutAccount ? (caller.account ?? '') : requireAccount(caller, group);
      const pathParameters = readPathParameters(c, path);
      const [id = ''] = Object.values(pathParameters);
      const input = await takes.read(c, given, service);
      const call = { service, caller, account, id, pathParameters, input };
      if ('handleAsync' in definition) return requireAccept(c, service, await definition.handleAsync(call));
      if (method === 'GET') return requireAccept(c, service, definition.handle(call));
      return service.database.atomically(() => definition.handle(call));
    },
  };
}

/** @throws 406 with the variant `pdf-accept`, if the Accept header does not allow the type of the content */
function requireAccept(c: SandboxContext, { variants }: Service, reply: Reply): Reply {
  const type = reply.content && reply.headers?.['Content-Type'];
  if (type === undefined || !variants.has('pdf-accept')) return reply;
  const ranges = (c.req.header('Accept') ?? '*/*').split(',').map((range) => range.split(';', 1)[0]?.trim());
  if ([type, type.replace(/\/.*/, '/*'), '*/*'].some((range) => ranges.includes(range))) return reply;
  throw new ServiceError(406, 'not_acceptable', `The Accept header does not allow ${type}.`);
}

const pathParameter = /\{(\w+)\}(\.\w+)?/g;

/** Returns the path in Hono's notation. */
export const routeOf = (path: string): string =>
  path.replace(pathParameter, (_, name: string, suffix: string | undefined) =>
    suffix ? `:${name}{[^/]+\\${suffix}}` : `:${name}`,
  );

const readPathParameters = (c: SandboxContext, path: string): Record<string, string> =>
  Object.fromEntries(
    [...path.matchAll(pathParameter)].map(([, name = '', suffix = '']) => {
      const value = c.req.param(name) ?? '';
      return [name, suffix ? value.slice(0, -suffix.length) : value];
    }),
  );
