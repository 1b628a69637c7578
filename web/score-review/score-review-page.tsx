import { useState } from 'react';
import { useTitle } from '../lib/title.ts';
import { Gate } from './gate.tsx';
import { Results } from './results.tsx';
import { forgetUnlocked, rememberUnlocked, wasUnlocked } from './score-review.api.ts';

/** The results, behind the shared password. */
export function Component() {
  useTitle('Score review');
  const [open, setOpen] = useState(wasUnlocked);
  const unlocked = () => {
    rememberUnlocked();
    setOpen(true);
  };
  const locked = () => {
    forgetUnlocked();
    setOpen(false);
  };
  return open ? <Results onLocked={locked} /> : <Gate onUnlocked={unlocked} />;
}
