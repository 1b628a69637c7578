import { useEffect, useState } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';

const PaletteDialog = lazyPart(() => import('./command-palette-dialog.tsx'));

const opening = 'open-palette';

/** Opens the command palette, as Ctrl+K does. */
export const openPalette = () => dispatchEvent(new Event(opening));

/** The organizers' command palette, on Ctrl+K or Command+K. Its code loads when it is first opened. */
export default function CommandPalette() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onOpen = () => setOpen(true);
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      setOpen((was) => !was);
    };
    addEventListener(opening, onOpen);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener(opening, onOpen);
      removeEventListener('keydown', onKey);
    };
  }, []);
  if (!open) return null;
  return <PaletteDialog onClose={() => setOpen(false)} />;
}
