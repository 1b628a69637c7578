import { useEffect, useState } from 'react';
import { toast } from '../ui/toast.tsx';
import { listenTo } from './listen-to.ts';
import { isLogOutPending } from './log-out.ts';

/** What was typed and not saved, by the person's id and the field, for as long as the tab is open. */
const unsaved = new Map<string, string>();

/**
 * The text of a field that is saved by a button. What differs from `stored` is there again when the person comes back to the
 * page, and a toast says so on leaving; the browser asks before the tab is closed.
 */
export function useUnsaved(key: string, stored: string): [string, (text: string) => void] {
  const [text, setText] = useState(unsaved.get(key) ?? stored);
  const isUnsaved = text !== stored;
  useEffect(() => {
    if (isUnsaved) unsaved.set(key, text);
    else unsaved.delete(key);
  }, [key, text, isUnsaved]);
  useEffect(() => {
    if (isUnsaved)
      return listenTo(window, ['beforeunload'], (leaving) => {
        if (!isLogOutPending()) leaving.preventDefault();
      });
  }, [isUnsaved]);
  useEffect(() => {
    const { pathname } = location;
    return () => {
      if (unsaved.has(key) && location.pathname !== pathname)
        toast.info('Not saved: What you typed is still there when you come back.', { id: 'unsaved' });
    };
  }, [key]);
  return [text, setText];
}

/** Forgets fields that are being saved: what is stored then may differ, in spaces for example. */
export function forgetUnsaved(prefix: string): void {
  for (const key of unsaved.keys()) if (key.startsWith(prefix)) unsaved.delete(key);
}
