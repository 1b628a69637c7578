import { useEffect, useEffectEvent } from 'react';

/** What is open over the page, by the key that its entry in the browser's history has. */
const open = new Set<string>();
let count = 0;
let isLeaving = false;

const isPhone = () => !matchMedia('(min-width: 64rem)').matches;
const getLayer = () => (history.state as { layer?: string } | null)?.layer;

/** Leaves the entries of what was closed in another way than by going back. */
function leaveClosed(): void {
  const layer = getLayer();
  if (layer !== undefined && !open.has(layer) && !isLeaving) history.back();
}

addEventListener('popstate', () => {
  history.scrollRestoration = 'auto';
  leaveClosed();
});
// Going back would end the loading of the next page.
addEventListener('beforeunload', () => {
  isLeaving = true;
});
addEventListener('pageshow', () => {
  isLeaving = false;
});

/** On phones, going back closes what is open over the page, and stays on the page. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || !isPhone()) return;
    count += 1;
    const layer = `${performance.timeOrigin} ${count}`;
    open.add(layer);
    // Going back would scroll to where the page was: what was done in the dialog may have changed the page.
    history.scrollRestoration = 'manual';
    history.pushState({ ...history.state, layer }, '');
    const onPop = () => {
      // What was opened later is closed first.
      if (getLayer() !== layer && [...open].at(-1) === layer) close();
    };
    addEventListener('popstate', onPop);
    return () => {
      removeEventListener('popstate', onPop);
      open.delete(layer);
      setTimeout(leaveClosed);
    };
  }, [isOpen]);
}
