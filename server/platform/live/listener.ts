import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Services } from '../services.ts';
import { channel } from './notify.ts';

// In milliseconds.
const retryDelay = 1000;
const probeInterval = 20_000;

/** Receives the database's notifications on a connection of its own, until stopped, and publishes them to the hub. */
export function startListening(
  { live, log }: Pick<Services, 'live' | 'log'>,
  connection: pg.ClientConfig,
): { ready: Promise<void>; stop: () => Promise<void> } {
  let client: pg.Client | undefined;
  let stopped = false;

  const listen = async (): Promise<void> => {
    const next = new pg.Client({
      ...connection,
      application_name: 'overnight live',
      query_timeout: 5000,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    });
    client = next;
    // An unanswered probe ends the connection, and whenever a connection ends, a new one is opened.
    const probe = setInterval(() => next.query('select 1').catch(() => next.end()), probeInterval).unref();
    next.on('error', () => undefined);
    next.on('end', () => {
      clearInterval(probe);
      void reconnect();
    });
    next.on('notification', ({ payload = '' }) => {
      live.receive(payload);
    });
    await next.connect();
    await next.query(`listen ${channel}`);
    // Notifications between the last connection (or the program's start) and this one are lost.
    await live.publishMissed();
  };

  const reconnect = async (): Promise<void> => {
    if (stopped) return;
    log.warn({}, 'Live events: database connection lost, reconnecting');
    await sleep(retryDelay, undefined, { ref: false });
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
