import type { LiveEvent } from '../../contract/live.ts';
import type { SessionHolder } from '../sessions/sessions.service.ts';
import type { Topic } from './notify.ts';
import type { StreamSession } from './subscribers.ts';
import { listTopics } from './topics.ts';

/** One open page. */
export interface LiveStream extends StreamSession {
  send: (event: LiveEvent) => void;
  /** Keeps the connection open through everything in between. */
  beat: () => void;
  end: () => void;
}

/** Who is behind these sessions now, by token; a token that is missing from the answer has ended. */
export type ListSubscribers = (sessions: readonly StreamSession[]) => Promise<Map<string, SessionHolder>>;

interface Listener {
  page: LiveStream;
  person: SessionHolder;
}

// A whole crew at the door may share one account.
const perPerson = 32;
const beatEvery = 20_000;
// Of one topic a page hears at most so often, in milliseconds: a rush of changes is one reason to look.
const gatherFor = 100;

/**
 * The pages that this copy of the program keeps informed. What they may hear is looked up again with every event about
 * their own person, and with every beat, so that a page of somebody who left a team or signed out goes quiet.
 */
export class Hub {
  readonly #listeners = new Set<Listener>();
  readonly #heard = new Set<Topic>();
  readonly #recheck: ListSubscribers;
  #flush: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;

  constructor(recheck: ListSubscribers) {
    this.#recheck = recheck;
  }

  /** Informs a page from now on; returns what ends that. The oldest of too many pages of one person is ended. */
  add(page: LiveStream, person: SessionHolder): () => void {
    const own = [...this.#listeners].filter((listener) => listener.person.id === person.id);
    if (own[0] && own.length >= perPerson) this.#end(own[0]);
    const listener = { page, person };
    this.#listeners.add(listener);
    this.#beat ??= setInterval(() => void this.#check([...this.#listeners], 'beat'), beatEvery).unref();
    return () => this.#forget(listener);
  }

  /** Something has changed. */
  hear(topic: Topic): void {
    this.#heard.add(topic);
    this.#flush ??= setTimeout(() => void this.#tell(), gatherFor);
  }

  /** Something may have changed that nobody heard of. */
  missed(): void {
    for (const { page } of this.#listeners) page.send('again');
  }

  /** Ends every page. */
  close(): void {
    clearTimeout(this.#flush);
    for (const listener of [...this.#listeners]) this.#end(listener);
  }

  #forget(listener: Listener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    clearInterval(this.#beat);
    this.#beat = undefined;
  }

  #end(listener: Listener): void {
    this.#forget(listener);
    listener.page.end();
  }

  async #tell(): Promise<void> {
    this.#flush = undefined;
    const heard = new Set(this.#heard);
    this.#heard.clear();
    const told = [...this.#listeners].map((listener) => {
      const events = new Set<LiveEvent>();
      for (const [topic, event] of listTopics(listener.person)) if (heard.has(topic)) events.add(event);
      return { listener, events };
    });
    // Who hears about themselves may have another team or role from now on, and must hear of that too.
    await this.#check(told.filter(({ events }) => events.has('me')).map(({ listener }) => listener));
    for (const { listener, events } of told) {
      if (!this.#listeners.has(listener)) continue;
      for (const [topic, event] of listTopics(listener.person)) if (heard.has(topic)) events.add(event);
      for (const event of events) listener.page.send(event);
    }
  }

  async #check(listeners: Listener[], beat?: 'beat'): Promise<void> {
    if (listeners.length === 0) return;
    const people = await this.#recheck(listeners.map(({ page }) => page)).catch(() => undefined);
    for (const listener of listeners) {
      const person = people?.get(listener.page.token);
      if (person) listener.person = person;
      if (people && !person) this.#end(listener);
      else if (beat) listener.page.beat();
    }
  }
}
