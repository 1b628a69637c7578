import type { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/** What to request; `bodies` are sent in turn, each with a key of its own. */
export interface Load {
  url: string;
  connections: number;
  seconds?: number;
  headers?: Record<string, string>;
  bodies?: string[];
}

/** Calls per second, latencies in milliseconds, and the number of failed answers. */
export interface Measured {
  perSecond: number;
  p95: number;
  bad: number;
}

async function measure({ url, connections, seconds, headers = {}, bodies }: Load): Promise<Measured> {
  let sent = 0;
  const { origin, pathname, search } = new URL(url);
  const next = bodies && {
    amount: bodies.length,
    requests: [
      {
        method: 'POST' as const,
        path: pathname + search,
        setupRequest: (request: object) => ({
          ...request,
          headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          body: bodies[sent++ % bodies.length],
        }),
      },
    ],
  };
  const started = performance.now();
  // autocannon rounds its duration up to a whole second, so a fixed number of requests is timed until the last answer.
  let ended = started;
  const run = autocannon({
    url: bodies ? origin : url,
    connections,
    headers,
    ...(next ?? { duration: seconds ?? 5 }),
  }) as Promise<autocannon.Result> & EventEmitter;
  if (bodies) run.on('response', () => (ended = performance.now()));
  const result = await run;
  return {
    perSecond: bodies ? (result.requests.total * 1000) / (ended - started) : result.requests.average,
    // autocannon has no 95th percentile; 97.5 is the next.
    p95: result.latency.p97_5,
    bad: result.non2xx + result.errors,
  };
}

process.stdout.write(JSON.stringify(await measure(JSON.parse(readFileSync(0, 'utf8')))));
