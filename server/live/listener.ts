import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Services } from '../services.ts';
import { channel, isTopic } from './notify.ts';

const retryAfter = 1000;
const probeEvery = 20_000;

/** Listens to the database until stopped, on a connection of its own, and tells the hub what it hears. */
export function startListening(
  { live, log }: Pick<Services, 'live' | 'log'>,
  connection: pg.ClientConfig,
): { ready: Promise<void>; stop: () => Promise<void> } {
  let client: pg.Client | undefined;
  let stopped = false;
  let before = false;

  const listen = async (): Promise<void> => {
    const next = new pg.Client({
      ...connection,
      application_name: 'overnight live',
      query_timeout: 5000,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    });
    client = next;
    // A probe that is not answered ends the connection, and every end begins a new one.
    const probe = setInterval(() => next.query('select 1').catch(() => next.end()), probeEvery).unref();
    next.on('error', () => undefined);
    next.on('end', () => {
      clearInterval(probe);
      void again();
    });
    next.on('notification', ({ payload = '' }) => {
      if (isTopic(payload)) live.hear(payload);
    });
    await next.connect();
    await next.query(`listen ${channel}`);
    // What was said between the last connection and this one, nobody has heard.
    if (before) live.missed();
    before = true;
  };

  const again = async (): Promise<void> => {
    if (stopped) return;
    log.warn({}, 'live events: the database is away');
    await sleep(retryAfter, undefined, { ref: false });
    if (!stopped) await listen().catch(() => client?.end().catch(() => undefined));
  };

  return {
    ready: listen().catch(() => client?.end().catch(() => undefined)),
    stop: async () => {
      stopped = true;
      await client?.end().catch(() => undefined);
    },
  };
}
