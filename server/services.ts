import type { Event } from '../contract/event.ts';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';

/** What every feature is given: the way to the outside world, so that tests can stand in for clock, mail, files and chance. */
export interface Services {
  db: Db;
  config: Config;
  event: Event;
  /** The present moment; tests move it. */
  now: () => Date;
  /** `size` random bytes; tests may fix them. */
  random: (size: number) => Buffer;
}
