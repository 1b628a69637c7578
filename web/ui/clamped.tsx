import { useLayoutEffect, useRef, useState } from 'react';
import { joinClasses } from '../lib/classes.ts';

const lineClasses = { 1: 'line-clamp-1', 2: 'line-clamp-2' };

interface ClampedProps {
  text: string;
  lines: keyof typeof lineClasses;
  className?: string;
}

/** Text of other people in a few lines. If it is longer, a pointer shows all of it, and so does a tap or Tab. */
export function Clamped({ text, lines, className }: ClampedProps) {
  const box = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const node = box.current as HTMLSpanElement;
    const observer = new ResizeObserver(() => {
      if (document.activeElement !== node) setCut(node.scrollHeight > node.clientHeight + 1);
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return (
    <span
      ref={box}
      title={isCut ? text : undefined}
      tabIndex={isCut ? 0 : undefined}
      className={joinClasses(
        'wrap-anywhere focus:line-clamp-none',
        isCut && 'cursor-pointer',
        lineClasses[lines],
        className,
      )}
    >
      {text}
    </span>
  );
}
