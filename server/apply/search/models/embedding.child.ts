import { setPriority } from 'node:os';
import { embedTexts } from '../../../../packages/embedding/embed-texts.ts';

// Whatever else the machine does goes first.
setPriority(10);
process.on('message', (texts: readonly string[]) => {
  embedTexts(texts).then(
    (vectors) => process.send?.(vectors),
    () => process.exit(1),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
