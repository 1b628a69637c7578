import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../program.ts';
import { Instances } from './instances.ts';
import { type ProxyName, startShippedProxy } from './shipped-proxy.ts';

const workers = 12;
/** Milliseconds from an answer to the next request. */
const between = 300;

/**
 * Restarts three instances one after the other behind one of the shipped proxies, under load. Returns how many requests were
 * sent and a line for each that failed.
 */
export async function restartOneByOne(
  proxyName: ProxyName,
  requests: number,
): Promise<{ sent: number; failures: string[] }> {
  const port = await freePort();
  const instances = new Instances();
  let proxy: { stop: () => Promise<void> } | undefined;
  try {
    const url = `http://localhost:${port}`;
    await instances.start(3, {
      publicUrl: url,
      DRAIN_SECONDS: '5',
      TRUSTED_PROXIES: 'loopback',
      RATE_LIMIT_SCALE: '1000',
    });
    proxy = await startShippedProxy(
      proxyName,
      port,
      instances.urls.map((one) => Number(new URL(one).port)),
    );
    const [ada] = await instances.createUsers(1);
    const kinds: [string, RequestInit][] = [
      ['/', {}],
      ['/api/event', {}],
      ['/api/auth/user', { headers: { cookie: ada!.cookie } }],
      [
        '/api/auth/email/start',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
        },
      ],
    ];
    let sent = 0;
    let isOver = false;
    const failures: string[] = [];
    const work = async () => {
      while (!isOver || sent < requests) {
        const [address, options] = kinds[sent++ % kinds.length]!;
        const body = options.method ? JSON.stringify({ email: `${crypto.randomUUID()}@example.org` }) : null;
        const answer = await fetch(url + address, { ...options, body }).catch((error: Error) => error);
        if (answer instanceof Error) failures.push(`${address}: ${answer.cause ?? answer.message}`);
        else {
          if (!answer.ok) failures.push(`${address}: ${answer.status}`);
          await answer.arrayBuffer().catch((error: Error) => failures.push(`${address}: ${error.message}`));
        }
        await pause(between);
      }
    };
    const load = Promise.all(Array.from({ length: workers }, work));
    await pause(1000);
    for (const one of instances.urls) {
      await instances.stopInstance(one, 'SIGTERM');
      await instances.startInstance({}, Number(new URL(one).port));
      // The proxy must have noticed that this one is back before the next one stops.
      await pause(4000);
    }
    isOver = true;
    await load;
    return { sent, failures };
  } finally {
    await proxy?.stop();
    await instances.stop();
  }
}
