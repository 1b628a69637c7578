import { connect, createServer, type Socket } from 'node:net';

/** What becomes of a connection: it goes well, is lost before the server sees it, or its answer is lost. */
type Fate = 'whole' | 'lost before' | 'lost after';

export interface LossyProxy {
  port: number;
  /** How many connections had which fate, and how many met an outage. */
  counts: Record<Fate | 'outage', number>;
  /** Cuts every connection and refuses new ones until `over` is called. */
  outage: () => { over: () => void };
  close: () => Promise<void>;
}

/** Even numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A TCP proxy on loopback that loses connections by chance: `before` of them before the server has seen a byte, `after`
 * of them once the server has answered, so that what was asked for is done and the caller does not know. `slow` of them
 * reach the server half a second late.
 */
export async function startLossyProxy(
  target: number,
  { before, after, slow = 0, seed = 1 }: { before: number; after: number; slow?: number; seed?: number },
): Promise<LossyProxy> {
  const chance = chances(seed);
  const counts = { whole: 0, 'lost before': 0, 'lost after': 0, outage: 0 };
  const open = new Set<Socket>();
  let out = false;

  const pass = (caller: Socket, fate: Fate) => {
    const server = connect(target, '127.0.0.1');
    open.add(server);
    server.on('error', () => caller.destroy()).on('close', () => open.delete(server));
    caller.on('error', () => server.destroy());
    caller.pipe(server);
    if (fate === 'whole') server.pipe(caller);
    // The head of the answer is there: the work is done. Now the caller hears nothing any more.
    else server.once('data', () => caller.resetAndDestroy());
    caller.on('close', () => server.destroy());
  };

  const proxy = createServer((caller) => {
    open.add(caller);
    caller.on('close', () => open.delete(caller));
    const lot = chance();
    const fate = lot < before ? 'lost before' : lot < before + after ? 'lost after' : 'whole';
    counts[out ? 'outage' : fate] += 1;
    if (!out && fate !== 'lost before') {
      if (slow === 0 || chance() >= slow) return pass(caller, fate);
      caller.on('error', () => undefined);
      return void setTimeout(() => pass(caller, fate), 500);
    }
    caller.on('error', () => undefined).resetAndDestroy();
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  return {
    port: (proxy.address() as { port: number }).port,
    counts,
    outage: () => {
      out = true;
      for (const socket of open) socket.resetAndDestroy();
      return {
        over: () => {
          out = false;
        },
      };
    },
    close: () =>
      new Promise((closed) => {
        for (const socket of open) socket.destroy();
        proxy.close(() => closed());
      }),
  };
}
