import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Event } from '../contract/event.ts';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import { createPdfReader, type PdfReader } from './files/pdf-reader.ts';
import { stagingFolder } from './files/staging.ts';
import { type FileStore, openFileStore } from './files/store.ts';
import { createRateLimitStore, type RateLimitStore } from './http/rate-limit-store.ts';
import { Hub } from './live/hub.ts';
import { listSubscribers } from './live/subscribers.ts';
import { createMailSender, type SendMail } from './mail/transport.ts';
import { ApplicantIndex } from './search/applicant-index.ts';

/** What every feature is given: the way to the outside world, so that tests can stand in for clock, mail, files and chance. */
export interface Services {
  db: Db;
  config: Config;
  event: Event;
  /** The present moment; tests move it. */
  now: () => Date;
  /** `size` random bytes; tests may fix them. */
  random: (size: number) => Buffer;
  /** Sends one mail. Called by the job that delivers; features call `queueMail`. */
  sendMail: SendMail;
  /** Where files are kept for good. */
  files: FileStore;
  /** Opens PDFs of strangers. Closed with the program. */
  pdf: PdfReader;
  /** Reads the text of PDFs of strangers, apart from `pdf` so that nobody who uploads waits for it. */
  resumes: PdfReader;
  /** The applicants, as the search knows them. */
  search: ApplicantIndex;
  /** The open pages that are told when something changes. */
  live: Hub;
  /** How often things were done, counted for all copies of the program together. */
  rateLimits: RateLimitStore;
  /** What the operator reads: ids and codes, never names, addresses or secrets. */
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/** The services of a real program: real clock, chance, mail and files, over an open database. */
export function createServices(given: Pick<Services, 'db' | 'config' | 'event' | 'log'>): Services {
  const { config, log } = given;
  const now = () => new Date();
  const notOpened = (error: unknown) => log.error({ err: error }, 'PDFs are not opened');
  return {
    ...given,
    now,
    live: new Hub((sessions) => listSubscribers({ db: given.db, now, config }, sessions)),
    random: randomBytes,
    rateLimits: createRateLimitStore(given),
    sendMail: createMailSender(config),
    files: openFileStore(config),
    pdf: createPdfReader(stagingFolder(config.dataDir), notOpened),
    resumes: createPdfReader(stagingFolder(config.dataDir), notOpened),
    search: new ApplicantIndex(given),
  };
}
