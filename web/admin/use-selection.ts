import { useCallback, useRef, useState } from 'react';
import type { Application } from '../../contract/applications.ts';

/** Which applications are ticked, kept with what they were when ticked so that they can be exported from any filter. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<string, Application>>(new Map());
  const last = useRef<string>(undefined);

  const toggle = useCallback((application: Application) => {
    last.current = application._id;
    setSelected((before) => {
      const next = new Map(before);
      if (!next.delete(application._id)) next.set(application._id, application);
      return next;
    });
  }, []);

  /** Ticks everything between the last ticked one and this one, in the order of the list. */
  const extendTo = useCallback((rows: readonly Application[], application: Application) => {
    const from = rows.findIndex((row) => row._id === last.current);
    const to = rows.findIndex((row) => row._id === application._id);
    if (to < 0) return;
    const [start, end] = from < 0 ? [to, to] : from < to ? [from, to] : [to, from];
    last.current = application._id;
    setSelected(
      (before) => new Map([...before, ...rows.slice(start, end + 1).map((row) => [row._id, row] as const)]),
    );
  }, []);

  const clear = useCallback(() => setSelected(new Map()), []);
  return { selected, toggle, extendTo, clear };
}
