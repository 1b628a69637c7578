import { registerHooks } from 'node:module';

// Loaded first: the program reads its event file as if its first day were that of the instant EVENT_NOW.
const eventFile = new URL('../event/event.ts', import.meta.url).href;

registerHooks({
  load: (url, context, nextLoad) =>
    url === eventFile
      ? {
          format: 'module',
          shortCircuit: true,
          source: `import event from '${url}?own';
            import { moveEvent } from '${new URL('move-event.ts', import.meta.url)}';
            export default moveEvent(event, new Date('${process.env.EVENT_NOW}'));`,
        }
      : nextLoad(url, context),
});
