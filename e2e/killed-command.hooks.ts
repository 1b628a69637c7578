import { registerHooks } from 'node:module';

// Loaded into a command that a test starts: kills it right before it runs KILL_BEFORE.
const mark = process.env.KILL_BEFORE ?? '';

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!mark || !/\/backup\/new-event\.(service|queries)\.ts$/.test(url)) return loaded;
    return {
      ...loaded,
      source: String(loaded.source).replace(mark, () => `process.kill(process.pid, 'SIGKILL'); ${mark}`),
    };
  },
});
