import { useEffect } from 'react';
import { useEvent } from './event.ts';

/** Names the browser tab after the page and the event; `title` undefined leaves it as it is. */
export function useTitle(title: string | undefined) {
  const event = useEvent();
  useEffect(() => {
    if (title !== undefined) document.title = event ? `${title} · ${event.name}` : title;
  }, [title, event]);
}
