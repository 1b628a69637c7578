import { connect, createServer, type Socket } from 'node:net';
import type pg from 'pg';

export interface MuteProxy {
  /** The same database, by way of the proxy. */
  connection: pg.PoolConfig;
  /** Stops answering without closing anything, like a frozen server. Connections of now stay silent for good. */
  mute: () => { end: () => void };
  close: () => Promise<void>;
}

/** Starts a TCP proxy on loopback in front of a database server. */
export async function startMuteProxy(target: pg.PoolConfig): Promise<MuteProxy> {
  const { host = '', port = 5432 } = target;
  const open = new Set<Socket>();
  let muted = false;
  const proxy = createServer((caller) => {
    open.add(caller);
    caller.on('error', () => undefined).on('close', () => open.delete(caller));
    if (muted) return;
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host);
    server.on('error', () => undefined).on('close', () => caller.destroy());
    caller.on('close', () => server.destroy());
    caller.pipe(server).pipe(caller);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  return {
    connection: { ...target, host: '127.0.0.1', port: (proxy.address() as { port: number }).port },
    mute: () => {
      muted = true;
      for (const socket of open) socket.unpipe().resume();
      return {
        end: () => {
          muted = false;
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
