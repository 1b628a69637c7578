import { buildApp } from '../server/app.ts';
import { readSetup, startSite } from '../server/operations/start.ts';
import type { Answer, Order } from './program.ts';

// A process that runs one site after the other, so that modules are loaded and compiled once. It ends with its tests.

let site: ReturnType<typeof startSite> | undefined;
const usual = { ...process.env };

async function start(environment: Record<string, string>): Promise<void> {
  for (const name of Object.keys(process.env)) if (!(name in usual)) delete process.env[name];
  Object.assign(process.env, usual, environment);
  site = startSite(readSetup(), buildApp, () => process.exit(1));
  await site.started;
}

async function stop(): Promise<void> {
  const closed = site?.close();
  site?.closeConnections();
  await closed;
}

// The channel keeps this process alive; node24.mjs has switched that off.
process.channel?.ref();
process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  const done = order === 'stop' ? stop() : start(order);
  const tell = (answer: Answer) => process.send?.(answer);
  done.then(
    () => tell('done'),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
