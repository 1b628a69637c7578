import { useState } from 'react';
import { useTitle } from '../../lib/title.ts';
import { Results } from './results.tsx';
import { clearUnlockedHint, getUnlockedHint, storeUnlockedHint } from './score-review.api.ts';
import { UnlockForm } from './unlock-form.tsx';

/** The results, protected by the shared password. */
export function Component() {
  useTitle('Score review');
  const [open, setOpen] = useState(getUnlockedHint);
  const unlocked = () => {
    storeUnlockedHint();
    setOpen(true);
  };
  const locked = () => {
    clearUnlockedHint();
    setOpen(false);
  };
  return open ? <Results onLocked={locked} /> : <UnlockForm onUnlocked={unlocked} />;
}
