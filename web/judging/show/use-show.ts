import { useEffect } from 'react';
import type { Show } from '../../../contract/judging/results.ts';
import { useEvent } from '../../lib/event.api.ts';
import { listenTo } from '../../lib/listen-to.ts';
import { inventShow, listSlides } from './list-slides.ts';
import { storeShowPosition, useShowPosition } from './show-position.ts';

const stepOfKey: Record<string, 1 | -1> = {
  ' ': 1,
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
};

/** Returns the slides of a show or of its rehearsal with where it is; keys and presenters move it in any window. */
export function useShow(show: Show | null | undefined) {
  const event = useEvent();
  const position = useShowPosition();
  const isOfShow = position !== undefined && position.version === show?.version;
  const isRehearsal = isOfShow && position.isRehearsal;
  const labels = event?.tracks.map(({ title }) => title) ?? [];
  const slides = show ? listSlides(isRehearsal ? inventShow(show, labels) : show) : [];
  const step = isOfShow ? Math.min(position.step, Math.max(0, slides.length - 1)) : 0;
  const move = (by: 1 | -1) => {
    if (!show) return;
    const next = Math.min(slides.length - 1, Math.max(0, step + by));
    storeShowPosition({ version: show.version, step: next, isRehearsal });
  };
  useEffect(() => {
    const press = (pressed: KeyboardEvent) => {
      const by = stepOfKey[pressed.key];
      const isElsewhere =
        pressed.target instanceof HTMLElement &&
        pressed.target.closest('button, a, input, [role="alertdialog"]');
      if (!by || pressed.repeat || (isElsewhere && pressed.key === ' ')) return;
      pressed.preventDefault();
      move(by);
    };
    return listenTo(window, ['keydown'], press);
  });
  return { slides, step, isRehearsal, position, move };
}
