import { registerHooks } from 'node:module';

// Loaded into a program that a test starts: removes the lock on the event's capacity, so that the test must fail.
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/event/places.locks.ts')) return loaded;
    const source = String(loaded.source).replace(/await lockKey\(trx, 'places'\)/, 'await undefined');
    if (source === String(loaded.source)) throw new Error('This file no longer contains the lock.');
    return { ...loaded, source };
  },
});
