import { useState } from 'react';
import { readStoredJson } from '../../lib/stored-text.ts';

const key = 'admin:columns';

/** Returns the headers of the columns that were chosen on this device; undefined while the usual ones are. */
export function readColumnChoice(): string[] | undefined {
  const stored = readStoredJson(key);
  return Array.isArray(stored) ? stored.map(String) : undefined;
}

/** The columns of the table and of the export, as they were chosen on this device. */
export function useColumnChoice() {
  const [chosen, setChosen] = useState(readColumnChoice);
  const choose = (headers: string[] | undefined) => {
    setChosen(headers);
    try {
      if (headers) localStorage.setItem(key, JSON.stringify(headers));
      else localStorage.removeItem(key);
    } catch {
      // A device that stores nothing keeps the choice until the page is left.
    }
  };
  return { chosen, choose };
}
