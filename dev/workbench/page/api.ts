/** The page's way to its server; see `../protocol.ts`. */
import { ask, sentenceIn } from '../../ui/parts/ask.ts';
import type {
  Account,
  ChoicesPage,
  ChoicesRequest,
  Connector,
  FieldsRequest,
  Form,
  Plan,
  State,
  StepTest,
  Trace,
  ZapChange,
  ZapRun,
  ZapState,
} from '../protocol.ts';

/** A file goes as it is, everything else as JSON. @throws the server's own sentence when it refuses */
async function upload(file: File): Promise<{ url: string }> {
  const response = await fetch(`/api/uploads?filename=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    body: file,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(sentenceIn(text) ?? `“${file.name}” could not be taken in.`);
  return JSON.parse(text);
}

const at = (zap: string) => `/api/zaps/${encodeURIComponent(zap)}`;

export const api = {
  connector: () => ask<Connector>('GET', '/api/connector'),
  state: () => ask<State>('GET', '/api/state'),
  examples: () => ask<Plan[]>('GET', '/api/examples'),
  /** @param again an account whose access has ended; a new one when left out */
  connect: (again?: string) =>
    ask<{ authorizeUrl: string }>(
      'POST',
      again === undefined ? '/api/accounts' : `/api/accounts/${encodeURIComponent(again)}/connect`,
    ),
  testAccount: ({ id }: Account) => ask<Trace>('POST', `/api/accounts/${encodeURIComponent(id)}/test`),
  removeAccount: ({ id }: Account) => ask<null>('DELETE', `/api/accounts/${encodeURIComponent(id)}`),
  fields: (request: FieldsRequest) => ask<Form>('POST', '/api/fields', request),
  choices: (request: ChoicesRequest) => ask<ChoicesPage>('POST', '/api/choices', request),
  upload,
  addZap: (zap: ZapChange) => ask<ZapState>('POST', '/api/zaps', zap),
  changeZap: (id: string, zap: ZapChange) => ask<ZapState>('PUT', at(id), zap),
  removeZap: (id: string) => ask<null>('DELETE', at(id)),
  fileOf: (id: string) => `${at(id)}/file`,
  testStep: (zap: string, step: string) =>
    ask<StepTest>('POST', `${at(zap)}/steps/${encodeURIComponent(step)}/test`),
  turn: (zap: string, way: 'on' | 'off') => ask<ZapState>('POST', `${at(zap)}/${way}`),
  poll: (zap: string) => ask<{ started: number }>('POST', `${at(zap)}/poll`),
  submit: (zap: string, answers: Record<string, string>) => ask<null>('POST', `${at(zap)}/submit`, answers),
  runAgain: (zap: string, run: string) =>
    ask<null>('POST', `${at(zap)}/runs/${encodeURIComponent(run)}/again`),
  runs: (zap: string) => ask<ZapRun[]>('GET', `${at(zap)}/runs`),
};
