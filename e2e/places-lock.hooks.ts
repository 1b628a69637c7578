import { registerHooks } from 'node:module';

// Loaded before a program that a test starts: takes the lock of the places away, to see the test fail without it.
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/event/places.locks.ts')) return loaded;
    const source = String(loaded.source).replace(/await lockKey\(trx, 'places'\)/, 'await undefined');
    if (source === String(loaded.source)) throw new Error('The lock of the places is elsewhere.');
    return { ...loaded, source };
  },
});
