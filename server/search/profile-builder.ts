import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Applicant, type BuiltProfile, buildProfile } from './profile.ts';
import type { Thesaurus } from './thesaurus.ts';

interface Options {
  thesaurus: Thesaurus;
  eventDate: string;
  /** Milliseconds for one applicant. */
  timeLimit?: number;
  /** The worker's file. */
  program?: string;
}

const idleFor = 20_000;
const memoryLimitMb = 128;
// Three semi-spaces: reading texts leaves garbage, which the default lets grow to three times 16 MB.
const youngGenerationMb = 6;

/**
 * Builds profiles in a worker thread, so that no text of an applicant delays a request. The worker is started when it
 * is needed, ended after 20 s without work, and terminated when one applicant takes longer than 10 s or too much
 * memory: that applicant's texts count as unreadable.
 */
export class ProfileBuilder {
  readonly #options: Required<Options>;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    const program = path.join(import.meta.dirname, 'profile-builder.worker.ts');
    this.#options = { timeLimit: 10_000, program, ...options };
  }

  /** Returns the profiles in the order of the applicants. Rejects only when the worker does not start. */
  build(applicants: readonly Applicant[]): Promise<BuiltProfile[]> {
    const next = this.#last.catch(() => undefined).then(() => this.#build(applicants));
    this.#last = next;
    return next;
  }

  /** Ends the worker. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #build(applicants: readonly Applicant[]): Promise<BuiltProfile[]> {
    clearTimeout(this.#idle);
    const built: BuiltProfile[] = [];
    while (built.length < applicants.length) {
      const waiting = applicants.slice(built.length);
      this.#worker ??= await this.#start();
      built.push(...(await collect(this.#worker, waiting, this.#options.timeLimit)));
      if (built.length === applicants.length) break;
      await this.close();
      built.push(this.#unreadable(applicants[built.length]!));
    }
    this.#worker?.unref();
    this.#idle = setTimeout(() => void this.close(), idleFor).unref();
    return built;
  }

  async #start(): Promise<Worker> {
    const { program, eventDate } = this.#options;
    const worker = new Worker(program, {
      workerData: { eventDate },
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, maxYoungGenerationSizeMb: youngGenerationMb },
    });
    await once(worker, 'message');
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  #unreadable(applicant: Applicant): BuiltProfile {
    const { thesaurus, eventDate } = this.#options;
    const empty = { ...applicant, major: '', whyJoin: '', resumeText: undefined, links: [] };
    const { profile, words } = buildProfile(empty, thesaurus, eventDate);
    return { profile: { ...profile, major: applicant.major, suspicious: true }, words };
  }
}

/** The answers of the worker, up to the first that takes longer than the limit or ends it. */
function collect(worker: Worker, applicants: readonly Applicant[], limit: number): Promise<BuiltProfile[]> {
  return new Promise((resolve) => {
    const built: BuiltProfile[] = [];
    const finish = () => {
      clearTimeout(timer);
      worker.off('message', take).off('error', finish).off('exit', finish);
      resolve(built);
    };
    // Answers that came while this thread was busy are read before the worker is given up.
    const giveUp = () => {
      const before = built.length;
      setImmediate(() => built.length === before && finish());
    };
    let timer = setTimeout(giveUp, limit);
    const take = (one: BuiltProfile) => {
      built.push(one);
      clearTimeout(timer);
      if (built.length === applicants.length) finish();
      else timer = setTimeout(giveUp, limit);
    };
    worker.on('message', take).on('error', finish).on('exit', finish);
    worker.ref();
    worker.postMessage(applicants);
  });
}
