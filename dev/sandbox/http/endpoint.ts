/**
 * An endpoint of part 4: one definition holds its address, its scope, the shapes that go in and out, and what it does.
 * Requests are checked by it, and the OpenAPI document is made from it.
 */
import type * as zod from 'zod';
import type { Caller, Service } from '../service.ts';
import { authenticate, type Group, requireAccount, requireScope } from './access.ts';
import type { SandboxContext } from './context.ts';
import { checked, type JsonCodes, readJson, readQuery, type ValueCodes } from './request_body.ts';

/** What an answer holds: JSON of a schema, content of a media type, or nothing. */
export type Content = zod.ZodType | { mediaType: string | readonly string[] } | null;

export interface Reply {
  status: number;
  json?: unknown;
  content?: Uint8Array;
  headers?: Record<string, string>;
}

/** What an endpoint takes beside its path: how it is described, and how it is read and checked. */
export interface Input<Value> {
  query?: zod.ZodObject;
  body?: zod.ZodType | 'file';
  read(c: SandboxContext, parameters: Record<string, string>, service: Service): Promise<Value> | Value;
}

export const nothing: Input<undefined> = { read: () => undefined };

/** Query parameters, each once. */
export const parameters = <S extends zod.ZodObject>(schema: S, codes: ValueCodes): Input<zod.output<S>> => ({
  query: schema,
  read: (_, given) => checked(schema, given, codes),
});

/** A JSON body that one schema reads. */
export const json = <S extends zod.ZodType>(
  schema: S,
  codes: JsonCodes & ValueCodes,
): Input<zod.output<S>> => ({
  body: schema,
  read: async (c) => checked(schema, await readJson(c, codes), codes),
});

/** What stands before an endpoint when it acts: everything checked. */
export interface Call<Value> {
  service: Service;
  caller: Caller;
  /** The caller's account; empty only where the endpoint takes callers without one. */
  account: string;
  /** The first path parameter, or empty. */
  id: string;
  /** All path parameters by name. */
  pathParameters: Record<string, string>;
  input: Value;
}

export interface Description {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** As in part 4, with `{id}` for what varies. */
  path: string;
  summary: string;
  group: Group;
  /** None where any access token is accepted. */
  scope?: string;
  /** Also answers a token that is not linked to an account. */
  withoutAccount?: true;
  /** Status → what the answer holds. */
  answers: Record<number, Content>;
}

type Definition<Value> = Description & { takes: Input<Value> } & (
    | {
        /** Acts, all or nothing: when it throws, nothing has changed. */
        handle(call: Call<Value>): Reply;
      }
    | {
        /** Acts in its own time, for what has to wait for something. */
        handleSlowly(call: Call<Value>): Promise<Reply>;
      }
  );

/** An endpoint without the types of its insides, as the application and the OpenAPI document use it. */
export interface Endpoint extends Description {
  query?: zod.ZodObject;
  body?: zod.ZodType | 'file';
  /** @param admit is asked once the caller is known, and may refuse */
  answer(c: SandboxContext, service: Service, admit: (caller: Caller) => void): Promise<Reply>;
}

export function endpoint<Value>({ takes, ...definition }: Definition<Value>): Endpoint {
  const { method, path, group, scope, withoutAccount } = definition;
  return {
    ...definition,
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
      if ('handleSlowly' in definition) return definition.handleSlowly(call);
      if (method === 'GET') return definition.handle(call);
      return service.database.atomically(() => definition.handle(call));
    },
  };
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
