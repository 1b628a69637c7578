import { useEffect } from 'react';
import { useEvent } from './event.api.ts';

let pageTitle = document.title;
let shownCount = 0;

function show() {
  document.title = shownCount > 0 ? `(${shownCount}) ${pageTitle}` : pageTitle;
}

/** Names the browser tab after the page and the event; `title` undefined leaves it as it is. */
export function useTitle(title: string | undefined) {
  const event = useEvent();
  useEffect(() => {
    if (title === undefined) return;
    pageTitle = event ? `${title} · ${event.name}` : title;
    show();
  }, [title, event]);
}

/** Puts the number of things that wait for the person in front of the tab's name, none when it is 0. */
export function useTitleCount(count: number) {
  useEffect(() => {
    shownCount = count;
    show();
    return () => {
      shownCount = 0;
      show();
    };
  }, [count]);
}
