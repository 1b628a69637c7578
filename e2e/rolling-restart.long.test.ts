import { expect, test } from 'vitest';
import { restartOneByOne } from './soak/rolling-restart.ts';
import { isProxyInstalled, type ProxyName } from './soak/shipped-proxy.ts';

// The short version of what `npm run soak` does with 6,000 requests.
test.for<ProxyName>(['nginx', 'caddy'])(
  'no request fails while three instances behind %s are restarted one after the other',
  async (proxy, { skip }) => {
    if (!isProxyInstalled(proxy)) return skip(`${proxy} is not installed.`);
    const { sent, failures } = await restartOneByOne(proxy, 600);
    expect(failures).toEqual([]);
    expect(sent).toBeGreaterThanOrEqual(600);
  },
);
