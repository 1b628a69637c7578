import { useEffect, useState } from 'react';
import { getOwnValue } from '../../contract/platform/own-value.ts';
import { toast } from '../ui/toast.tsx';
import { unsavedKey } from './log-out.ts';
import { useSession } from './session.api.ts';

/** What was typed and not saved in this tab, by the person's id and the field; it outlives a reload, and ends with the tab. */
function readUnsaved(): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(unsavedKey) ?? '{}');
  } catch {
    return {};
  }
}

function storeUnsaved(key: string, value: unknown): void {
  const unsaved = readUnsaved();
  if (value === undefined && !Object.hasOwn(unsaved, key)) return;
  try {
    sessionStorage.setItem(unsavedKey, JSON.stringify({ ...unsaved, [key]: value }));
  } catch {
    // Without storage, what was typed stays as long as the page does.
  }
}

const useKey = (name: string): string => `${useSession().user?._id} ${name}`;

/** Returns whether somebody comes back to what they typed and did not save under a name. */
export function useIsUnsaved(name: string): boolean {
  const key = useKey(name);
  return useState(() => Object.hasOwn(readUnsaved(), key))[0];
}

/**
 * The value of a field or a form that is saved by a button, as JSON, how to change it, and how to forget it when it is being
 * saved. What differs from `stored` is there again when the person comes back to the page, also after a reload, and a toast
 * says so on leaving.
 */
export function useUnsaved<T>(name: string, stored: T): [T, (value: T) => void, () => void] {
  const key = useKey(name);
  const [value, setValue] = useState(() => (getOwnValue(readUnsaved(), key) as T | undefined) ?? stored);
  const differs = JSON.stringify(value) !== JSON.stringify(stored);
  useEffect(() => storeUnsaved(key, differs ? value : undefined), [key, value, differs]);
  useEffect(() => {
    const { href } = location;
    return () => {
      if (Object.hasOwn(readUnsaved(), key) && location.href !== href)
        toast.info('Not saved: What you typed is still there when you come back.', { id: 'unsaved' });
    };
  }, [key]);
  return [value, setValue, () => storeUnsaved(key, undefined)];
}
