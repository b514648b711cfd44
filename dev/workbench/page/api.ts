/** The page's requests to its server; see `../protocol.ts`. */
import { errorMessageIn, requestJson } from '../../ui/browser/requests.ts';
import type {
  Account,
  ChoicesPage,
  ChoicesRequest,
  HistoryRun,
  ReplayRequest,
  State,
  StepRun,
  StepTest,
  Trace,
  ZapChange,
  ZapRun,
  ZapState,
} from '../protocol.ts';

/** Sends the file as the body. @throws the server's message if it returns an error */
async function upload(file: File): Promise<{ url: string }> {
  const response = await fetch(`/api/uploads?filename=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    body: file,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(errorMessageIn(text) ?? `“${file.name}” could not be uploaded.`);
  return JSON.parse(text);
}

const at = (zap: string) => `/api/zaps/${encodeURIComponent(zap)}`;

export const api = {
  state: () => requestJson<State>('GET', '/api/state'),
  /** @param reconnectId - omit for a new account */
  connect: (reconnectId?: string) =>
    requestJson<{ authorizeUrl: string }>(
      'POST',
      reconnectId === undefined
        ? '/api/accounts'
        : `/api/accounts/${encodeURIComponent(reconnectId)}/connect`,
    ),
  testAccount: ({ id }: Account) =>
    requestJson<Trace>('POST', `/api/accounts/${encodeURIComponent(id)}/test`),
  removeAccount: ({ id }: Account) => requestJson<null>('DELETE', `/api/accounts/${encodeURIComponent(id)}`),
  choices: (request: ChoicesRequest) => requestJson<ChoicesPage>('POST', '/api/choices', request),
  upload,
  addZap: (zap: ZapChange) => requestJson<ZapState>('POST', '/api/zaps', zap),
  changeZap: (id: string, zap: ZapChange) => requestJson<ZapState>('PUT', at(id), zap),
  removeZap: (id: string) => requestJson<null>('DELETE', at(id)),
  testStep: (zap: string, step: string) =>
    requestJson<StepTest>('POST', `${at(zap)}/steps/${encodeURIComponent(step)}/test`),
  turn: (zap: string, way: 'on' | 'off') => requestJson<ZapState>('POST', `${at(zap)}/${way}`),
  poll: (zap: string) => requestJson<{ started: number }>('POST', `${at(zap)}/poll`),
  release: (zap: string) => requestJson<null>('POST', `${at(zap)}/release`),
  submit: (zap: string, answers: Record<string, string>) =>
    requestJson<null>('POST', `${at(zap)}/submit`, answers),
  replay: (zap: string, run: string, request: ReplayRequest) =>
    requestJson<null>('POST', `${at(zap)}/runs/${encodeURIComponent(run)}/replay`, request),
  giveUp: (zap: string, run: string) =>
    requestJson<null>('POST', `${at(zap)}/runs/${encodeURIComponent(run)}/give-up`),
  history: () => requestJson<HistoryRun[]>('GET', '/api/runs'),
  preview: (zap: string, step: string) =>
    requestJson<StepRun>('POST', `${at(zap)}/steps/${encodeURIComponent(step)}/preview`),
  runs: (zap: string) => requestJson<ZapRun[]>('GET', `${at(zap)}/runs`),
};
