import { registerHooks } from 'node:module';

const eventFile = new URL('../event/event.ts', import.meta.url).href;

// Preloaded into a command: it reads its event file with the fields of EVENT_CHANGES in place of its own.
registerHooks({
  load: (url, context, nextLoad) =>
    url === eventFile
      ? {
          format: 'module',
          shortCircuit: true,
          source: `import event from '${url}?own'; export default { ...event, ...${process.env.EVENT_CHANGES} };`,
        }
      : nextLoad(url, context),
});
