import { useState } from 'react';

/** Whether a part of a page is shown: as it was left on this device, at first as `initial` says. */
export function useStoredToggle(key: string, initial: () => boolean = () => false) {
  const [shown, setShown] = useState(() => {
    const stored = localStorage.getItem(key);
    return stored ? stored === 'shown' : initial();
  });
  const toggle = () => {
    localStorage.setItem(key, shown ? 'hidden' : 'shown');
    setShown(!shown);
  };
  return { shown, toggle };
}
