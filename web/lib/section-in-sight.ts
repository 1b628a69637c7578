import { useEffect, useState } from 'react';

/** The id of the heading that was last scrolled past the upper third of the screen; the first one before that. */
export function useVisibleSection<Id extends string>(headingIds: readonly [Id, ...Id[]]): Id {
  const [current, setCurrent] = useState<Id>(headingIds[0]);
  useEffect(() => {
    const update = () => {
      const line = innerHeight / 3;
      const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      const passed = headingIds.filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && (atEnd || top < line);
      });
      setCurrent(passed.at(-1) ?? headingIds[0]);
    };
    update();
    addEventListener('scroll', update, { passive: true });
    return () => removeEventListener('scroll', update);
  }, [headingIds]);
  return current;
}
