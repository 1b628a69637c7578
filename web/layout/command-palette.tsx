import { useEffect, useState } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import { listenTo } from '../lib/listen-to.ts';

const PaletteDialog = lazyPart(() => import('./command-palette-dialog.tsx'));

const opening = 'open-palette';

export const openPalette = () => dispatchEvent(new Event(opening));

/** The organizers' command palette, on Ctrl+K or Command+K. Its code loads when it is first opened. */
export default function CommandPalette() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const endOpening = listenTo(window, [opening], () => setOpen(true));
    const endKeys = listenTo(window, ['keydown'], (event: KeyboardEvent) => {
      const isAlone = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (event.key.toLowerCase() !== 'k' || !isAlone) return;
      event.preventDefault();
      setOpen((was) => !was);
    });
    return () => {
      endOpening();
      endKeys();
    };
  }, []);
  if (!open) return null;
  return <PaletteDialog onClose={() => setOpen(false)} />;
}
