import { registerHooks } from 'node:module';

// Loaded before a program that a test starts: changes its event without a file of its own for each test.
const { withoutLock, ...settings } = JSON.parse(process.env.LIMITED_EVENT ?? '{}');
const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const changes = { ...settings, dates: { start: dateIn(30), end: dateIn(31) } };

const eventFile = new URL('../event/event.ts', import.meta.url).href;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const rewrite = (from: RegExp, to: string) => ({
      ...loaded,
      source: String(loaded.source).replace(from, to),
    });
    if (url === eventFile)
      // Before the end of the object, so that it wins.
      return rewrite(/\}\);\s*$/, `  ...${JSON.stringify(changes)},\n});`);
    if (withoutLock && url.endsWith('/db/locks.ts'))
      return rewrite(/await lockKey\(trx, 'places'\)/, 'await undefined');
    return loaded;
  },
});
