import { registerHooks } from 'node:module';

// Loaded first: the program reads its event file as if its first day were that of the instant EVENT_NOW, and as if mentors
// helped and things were lent there.
const eventFile = new URL('../event/event.ts', import.meta.url).href;

registerHooks({
  load: (url, context, nextLoad) =>
    url === eventFile
      ? {
          format: 'module',
          shortCircuit: true,
          source: `import event from '${url}?own';
            import { moveEvent } from '${new URL('move-event.ts', import.meta.url)}';
            export default {
              ...moveEvent(event, new Date('${process.env.EVENT_NOW}')),
              help: { topics: ['Software', 'Hardware', 'Design', 'Pitch'] },
              lending: { things: ['1 VR headset', '2 VR headset', '3 Soldering iron', '4 USB-C cable'] },
            };`,
        }
      : nextLoad(url, context),
});
