import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Event } from '../../contract/event/event.ts';
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

/** What every feature needs of the outside world, so that tests can replace clock, random bytes, mail and files. */
export interface Services {
  db: Db;
  /** The connections behind `db`, for the metrics and backups. */
  pool?: pg.Pool;
  config: Config;
  /** The newest version of the event, replaced as a whole by the next: read it anew in each call. */
  event: Event;
  /** Returns the current time; tests move it. */
  now: () => Date;
  /** Returns `size` random bytes; tests may fix them. */
  random: (size: number) => Buffer;
  /** Sends one mail. Only the delivery job calls it; features call `queueMail`. */
  sendMail: SendMail;
  /** How webhooks reach other hosts. */
  webhooks: WebhookNetwork;
  files: FileStore;
  /** Checks uploaded PDFs in a process of its own. */
  pdf: PdfReader;
  /** Reads the text of resumes, apart from `pdf` so that uploads never wait for it. */
  resumes: PdfReader;
  /** Opens uploaded pictures in processes of their own. */
  pictures: PictureEncoder;
  sessions: Sessions;
  /** The open pages that are notified of changes. */
  live: Hub;
  /** Counts for limits that all instances of the program share. */
  rateLimits: RateLimitStore;
  /** The operator's log: ids and codes, never names, addresses or secrets. */
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/** Returns a function that computes something of the event, and again only when the event was replaced. */
export function perEvent<T>(compute: (services: Services) => T): (services: Services) => T {
  const known = new WeakMap<Services, { event: Event; value: T }>();
  return (services) => {
    const { event } = services;
    const last = known.get(services);
    if (last?.event === event) return last.value;
    const value = compute(services);
    known.set(services, { event, value });
    return value;
  };
}
