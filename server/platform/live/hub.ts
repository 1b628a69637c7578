import { type LiveEvent, sharedLiveEvents } from '../../../contract/platform/live.ts';
import { hasAccess } from '../../../contract/platform/roles.ts';
import type { SessionHolder, StreamSession } from '../sessions/session-holders.ts';
import { isTopic, type Topic } from './notify.ts';

/**
 * Returns the topics for a subscriber, each with the event that it is sent as: to users their account and team,
 * announcements and published results; to organizers and leads their lists; to judges the pause; to reviewers the scores;
 * to everybody the event.
 */
function listTopics(subscriber: SessionHolder): Map<Topic, LiveEvent> {
  const shared: [Topic, LiveEvent] = ['event', 'event'];
  if (subscriber.kind === 'judge') return new Map([shared, ['pause', 'judging']]);
  if (subscriber.kind === 'reviewer') return new Map([shared, ['scores', 'scores']]);
  const { id, teamId, role } = subscriber;
  const topics = new Map<Topic, LiveEvent>([
    shared,
    [`user:${id}`, 'me'],
    ...sharedLiveEvents.map((event): [Topic, LiveEvent] => [event, event]),
    ['results', 'announcements'],
  ]);
  if (teamId) topics.set(`team:${teamId}`, 'team');
  if (hasAccess(role, 'application-reviewer')) topics.set('applications', 'applications');
  if (hasAccess(role, 'check-in-lead')) topics.set('check-in-overview', 'check-in-overview');
  if (hasAccess(role, 'check-in')) topics.set('check-ins', 'check-ins');
  if (hasAccess(role, 'judging-lead'))
    for (const topic of ['scores', 'pause', 'judging', 'projects', 'results'] as const)
      topics.set(topic, 'judging');
  return topics;
}

/** The connection of one open page. */
interface LiveStream extends StreamSession {
  /** Writes to the connection, in `live.routes.ts`. */
  send: (event: LiveEvent) => void;
  /** Sends what keeps idle connections open, and tells the page that its stream is alive. */
  sendHeartbeat: () => void;
  end: () => void;
}

/** Returns the subscribers of these sessions by token, except those whose session has ended. */
type ListSubscribers = (sessions: readonly StreamSession[]) => Promise<Map<string, SessionHolder>>;

/** Never throws, and its promise never rejects. */
type Watcher = () => void | Promise<void>;

interface Connection {
  stream: LiveStream;
  subscriber: SessionHolder;
}

// Several stations can share an account of a volunteer or an organizer.
const maxPerPerson = { crew: 32, other: 8 };
const maxTotal = 2000;
// In milliseconds.
const warningInterval = 60_000;
const heartbeatInterval = 20_000;
// Changes of a topic within this many milliseconds are sent as one event.
const batchInterval = 100;

/**
 * The live streams of this instance. A change notifies the database's channel (`notify.ts`), every instance listens to it
 * and publishes the topic here (`listener.ts`), `live.routes.ts` writes it to the page, and `web/lib/live.ts` fetches
 * again. A subscriber's topics are read again with every event about their account and every heartbeat, so that a person
 * who left a team or signed out receives nothing more.
 */
export class Hub {
  readonly #connections = new Set<Connection>();
  readonly #changed = new Set<Topic>();
  readonly #watchers = new Map<Topic, Watcher>();
  readonly #listSubscribers: ListSubscribers;
  readonly #max: number;
  #readMessage: (text: string) => Topic | undefined = () => undefined;
  #warnAgainAt = 0;
  #batch: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  /** At most `max` streams are open at once; then `isFull`. */
  constructor(listSubscribers: ListSubscribers, max = maxTotal) {
    this.#max = max;
    this.#listSubscribers = listSubscribers;
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Returns whether new streams are refused, so that calls never wait for streams. */
  get isFull(): boolean {
    return this.#connections.size >= this.#max;
  }

  /** Returns whether to log that streams are refused: once a minute. */
  shouldWarn(): boolean {
    if (performance.now() < this.#warnAgainAt) return false;
    this.#warnAgainAt = performance.now() + warningInterval;
    return true;
  }

  /** Adds a stream and returns a function that removes it. If one person has too many streams, the oldest ends. */
  add(stream: LiveStream, subscriber: SessionHolder): () => void {
    const own = [...this.#connections].filter((connection) => connection.subscriber.id === subscriber.id);
    const isCrew = subscriber.kind === 'user' && subscriber.role !== 'hacker';
    if (own[0] && own.length >= (isCrew ? maxPerPerson.crew : maxPerPerson.other)) this.#end(own[0]);
    const connection = { stream, subscriber };
    this.#connections.add(connection);
    this.#heartbeat ??= setInterval(
      () => void this.#refresh([...this.#connections], 'heartbeat'),
      heartbeatInterval,
    ).unref();
    return () => this.#remove(connection);
  }

  /** Calls `watcher` on each change of a topic, before the pages are told, and whenever one may have been missed. */
  watch(topic: Topic, watcher: Watcher): void {
    this.#watchers.set(topic, watcher);
  }

  /** Calls `read` with each notification that is not a topic; it returns the topic that changes with it. */
  onMessage(read: (text: string) => Topic | undefined): void {
    this.#readMessage = read;
  }

  /** Receives a notification from the database. */
  receive(text: string): void {
    const topic = isTopic(text) ? text : this.#readMessage(text);
    if (topic) void this.publish(topic);
  }

  /** Sends an event to all subscribers of the topic, together with other changes of the same moment. */
  async publish(topic: Topic): Promise<void> {
    await this.#watchers.get(topic)?.();
    this.#changed.add(topic);
    this.#batch ??= setTimeout(() => void this.#sendBatch(), batchInterval);
  }

  /** Tells every page that events may have been missed. */
  async publishMissed(): Promise<void> {
    await Promise.all([...this.#watchers.values()].map((watcher) => watcher()));
    for (const { stream } of this.#connections) stream.send('again');
  }

  close(): void {
    clearTimeout(this.#batch);
    for (const connection of [...this.#connections]) this.#end(connection);
  }

  #remove(connection: Connection): void {
    this.#connections.delete(connection);
    if (this.#connections.size > 0) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }

  #end(connection: Connection): void {
    this.#remove(connection);
    connection.stream.end();
  }

  async #sendBatch(): Promise<void> {
    this.#batch = undefined;
    const changed = new Set(this.#changed);
    this.#changed.clear();
    const batches = [...this.#connections].map((connection) => {
      const events = new Set<LiveEvent>();
      for (const [topic, event] of listTopics(connection.subscriber))
        if (changed.has(topic)) events.add(event);
      return { connection, events };
    });
    // A change of an account can bring another team or role, whose topics are then sent, too.
    await this.#refresh(batches.filter(({ events }) => events.has('me')).map(({ connection }) => connection));
    for (const { connection, events } of batches) {
      if (!this.#connections.has(connection)) continue;
      for (const [topic, event] of listTopics(connection.subscriber))
        if (changed.has(topic)) events.add(event);
      for (const event of events) connection.stream.send(event);
    }
  }

  async #refresh(connections: Connection[], heartbeat?: 'heartbeat'): Promise<void> {
    if (connections.length === 0) return;
    const subscribers = await this.#listSubscribers(connections.map(({ stream }) => stream)).catch(
      () => undefined,
    );
    for (const connection of connections) {
      const subscriber = subscribers?.get(connection.stream.token);
      if (subscriber) connection.subscriber = subscriber;
      if (subscribers && !subscriber) this.#end(connection);
      else if (heartbeat) connection.stream.sendHeartbeat();
    }
  }
}
