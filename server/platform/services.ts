import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Event } from '../../contract/event/event.ts';
import type { Takeable } from '../../contract/operations/backup.ts';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import type { PdfReader } from './files/pdf-reader.ts';
import type { PictureEncoder } from './files/picture-encoder.ts';
import type { FileStore } from './files/store.ts';
import type { RateLimitStore } from './http/rate-limit.ts';
import type { Hub } from './live/hub.ts';
import type { SendMail } from './mail/transport.ts';
import type { Sessions } from './sessions/session-holders.ts';
import type { WebhookNetwork } from './webhook/send-webhook.ts';

/** The folder of the archive, and what the next event takes along. */
export interface EventClosing {
  folder: string;
  /** The id of the owner who closes it. */
  by: string;
  take: readonly Takeable[];
}

/** What features need from the outside world, so that tests can replace clock, random bytes, email and files. */
export interface Services {
  db: Db;
  /** The connections behind `db`, for the metrics and backups. */
  pool?: pg.Pool;
  config: Config;
  /** The newest version of the event. Later versions replace the object, so read it in each call. */
  event: Event;
  /** Returns the current time; tests can move it. */
  now: () => Date;
  /** Returns `size` random bytes; tests can fix them. */
  random: (size: number) => Buffer;
  /** Sends one email. Only the delivery job calls it; features call `queueMail`. */
  sendMail: SendMail;
  /** How webhooks reach other hosts. */
  webhooks: WebhookNetwork;
  files: FileStore;
  /** Checks uploaded PDFs in a separate process. */
  pdf: PdfReader;
  /** Reads the text of resumes; separate from `pdf`, so that uploads never wait for it. */
  resumes: PdfReader;
  /** Opens uploaded pictures in separate processes. */
  pictures: PictureEncoder;
  sessions: Sessions;
  /** The open pages, which are notified of changes. */
  live: Hub;
  /** Counters for limits that all instances share. */
  rateLimits: RateLimitStore;
  /** Ends the running site, has the event archived, and starts the site again. */
  closeEvent?: (closing: EventClosing) => void;
  /** The operator's log: ids and codes, never names, addresses or secrets. */
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/** Returns a function that computes something from the event, once per version. Pass the same further arguments each time. */
export function perEvent<T, More extends unknown[]>(
  compute: (services: Services, ...more: More) => T,
): (services: Services, ...more: More) => T {
  const known = new WeakMap<Services, { event: Event; value: T }>();
  return (services, ...more) => {
    const { event } = services;
    const last = known.get(services);
    if (last?.event === event) return last.value;
    const value = compute(services, ...more);
    known.set(services, { event, value });
    return value;
  };
}
