import { useEffect, useState } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import type { PaletteCommand } from './palette-command.ts';

const PaletteDialog = lazyPart(() => import('./command-palette-dialog.tsx'));

/** What can be done on this page, by name, on Ctrl+K or Command+K. Its code loads when it is first opened. */
export function CommandPalette({ commands }: { commands: readonly PaletteCommand[] }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
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
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  if (!open) return null;
  return <PaletteDialog commands={commands} onClose={() => setOpen(false)} />;
}
