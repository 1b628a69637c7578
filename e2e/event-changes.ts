import { registerHooks } from 'node:module';

// Preloaded by `withEvent`: the program reads its event file with the fields of EVENT_CHANGES in place of its own.
registerHooks({
  load: (url, context, nextLoad) =>
    url.endsWith('/event/event.ts')
      ? {
          format: 'module',
          shortCircuit: true,
          source: `import event from '${url}?own'; export default { ...event, ...${process.env.EVENT_CHANGES} };`,
        }
      : nextLoad(url, context),
});
