/** The connector's calls and HTTP requests behind a result. */
import { CodeBlock } from '../../../ui/components/code_block.tsx';
import type { Trace } from '../../protocol.ts';
import { formatCount } from '../shared/count.ts';

export function Traces({ traces }: { traces: readonly Trace[] }) {
  const requests = traces.flatMap(({ http }) => http);
  const logs = traces.flatMap((trace) => trace.logs);
  return (
    <>
      <details>
        <summary>
          HTTP log <small>{formatCount(requests.length, 'request')}</small>
        </summary>
        {requests.length === 0 && <p class="hint-text">No requests were sent.</p>}
        {requests.map((request, index) => (
          <HttpRequest request={request} key={index} />
        ))}
      </details>
      {traces.length > 0 && (
        <details>
          <summary>
            Connector calls <small>{traces.map(({ milliseconds }) => `${milliseconds} ms`).join(', ')}</small>
          </summary>
          {traces.map(({ method, input, output, problem, milliseconds }, index) => (
            <div class="call" key={index}>
              <p class="details-title">
                <code>{method}</code> <small>{milliseconds} ms</small>
              </p>
              <CodeBlock
                value={{ input, ...(problem ? { problem } : { output }) }}
                label={`Call of ${method}`}
              />
            </div>
          ))}
          {logs.length > 0 && (
            <>
              <p class="details-title">Log</p>
              <CodeBlock value={logs.join('\n')} label="Log of the connector" />
            </>
          )}
        </details>
      )}
    </>
  );
}

type LoggedRequest = Trace['http'][number];

function HttpRequest({ request }: { request: LoggedRequest }) {
  const { method, url, status, requestBody, responseBody } = request;
  const name = `${method} ${pathOf(url)}`;
  const isSuccess = status !== undefined && status < 400;
  return (
    <details class="exchange">
      <summary>
        <code class="method">{method}</code>
        <code class="path">{pathOf(url)}</code>
        <code class={isSuccess ? 'status good' : 'status bad'}>{status ?? 'no response'}</code>
      </summary>
      <p class="address">{url}</p>
      {requestBody && (
        <>
          <p class="details-title">Request</p>
          <CodeBlock value={parseIfJson(requestBody)} label={`Request body of ${name}`} />
        </>
      )}
      {responseBody ? (
        <>
          <p class="details-title">Response</p>
          <CodeBlock value={parseIfJson(responseBody)} label={`Response body of ${name}`} />
        </>
      ) : (
        <p class="hint-text">The response has no body.</p>
      )}
    </details>
  );
}

function pathOf(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.pathname}${url.search}` : address;
}

function parseIfJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}
