import type { TestActor } from './actors.ts';

/** A client of the live events over a real connection. */
export interface EventStream {
  status: number;
  headers: Headers;
  /** The names of all events so far. */
  heard: string[];
  /** Resolves when an event of this name has come, not counting the first `seen` events. */
  next: (name: string, seen?: number) => Promise<void>;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  stop: () => void;
}

/** Opens the stream of live events of a program that listens at `origin`, with an actor's session. */
export async function openEventStream(
  origin: string,
  { cookie }: Pick<TestActor, 'cookie'>,
  path = '/live',
): Promise<EventStream> {
  const stop = new AbortController();
  const answer = await fetch(`${origin}/api${path}`, { headers: { cookie }, signal: stop.signal });
  const heard: string[] = [];
  const waiting = new Set<() => void>();
  const read = async () => {
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += new TextDecoder().decode(chunk);
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = /^event: (.*)\ndata: \{\}$/.exec(block);
        if (event?.[1]) heard.push(event[1]);
      }
      for (const look of waiting) look();
    }
  };
  const ended = read().catch(() => undefined);
  return {
    status: answer.status,
    headers: answer.headers,
    heard,
    next: (name, seen = 0) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`no ${name}, only ${heard.join(', ')}`)), 15_000);
        const look = () => {
          if (!heard.slice(seen).includes(name)) return;
          clearTimeout(late);
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    ended,
    stop: () => stop.abort(),
  };
}
