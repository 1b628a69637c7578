import { useEffect, useRef, useState } from 'react';

const SHOWN_FOR = 2000;

/** Returns the ids of rows that were added since the list was first shown, each for 2 s. */
export function useRecentArrivals(rows: readonly { _id: string }[] | undefined): ReadonlySet<string> {
  const known = useRef<Set<string>>(undefined);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!rows) return;
    const before = known.current;
    known.current = new Set(rows.map(({ _id }) => _id));
    const come = before ? [...known.current].filter((id) => !before.has(id)) : [];
    if (come.length === 0) return;
    setFresh((shown) => new Set([...shown, ...come]));
    setTimeout(() => setFresh((shown) => new Set([...shown].filter((id) => !come.includes(id)))), SHOWN_FOR);
  }, [rows]);
  return fresh;
}
