import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenTo } from '../../lib/listen-to.ts';
import { useTitle } from '../../lib/title.ts';
import { useWakeLock } from '../../lib/wake-lock.ts';
import { storedShowQuery } from './show.api.ts';
import { useShowPosition } from './show-position.ts';
import { ShowSlide } from './show-slide.tsx';
import { useShow } from './use-show.ts';

/** The second window of the show: the slide and nothing else. A click fills the screen. */
export function Component() {
  useTitle('Show');
  useWakeLock();
  const { data } = useQuery(storedShowQuery(useShowPosition()?.version));
  const { slides, step, isRehearsal } = useShow(data);
  const slide = slides[step];
  useEffect(() => {
    const fillScreen = () => void document.documentElement.requestFullscreen?.().catch(() => undefined);
    return listenTo(window, ['click'], fillScreen);
  }, []);
  return (
    <main aria-live="polite" className="fixed inset-0 cursor-none bg-[black]">
      {slide && <ShowSlide slide={slide} isRehearsal={isRehearsal} />}
    </main>
  );
}
