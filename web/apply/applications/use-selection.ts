import { useCallback, useRef, useState } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';

/** The selected applications, as they were when selected. Only what is shown is selected: see `keep`. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<string, Application>>(new Map());
  /** The last one that was selected alone: a range starts there. */
  const anchor = useRef<string>(undefined);

  const toggle = useCallback((application: Application) => {
    anchor.current = application._id;
    setSelected((before) => {
      const next = new Map(before);
      if (!next.delete(application._id)) next.set(application._id, application);
      return next;
    });
  }, []);
  const add = useCallback(
    (applications: readonly Application[]) =>
      setSelected((before) => new Map([...before, ...applications.map((row) => [row._id, row] as const)])),
    [],
  );
  /** Drops what is not shown any more: nothing is done to applications that nobody sees. */
  const keep = useCallback(
    (isShown: (application: Application) => boolean) =>
      setSelected((before) =>
        [...before.values()].every(isShown)
          ? before
          : new Map([...before].filter(([, application]) => isShown(application))),
      ),
    [],
  );
  const clear = useCallback(() => setSelected(new Map()), []);
  return { selected, anchor, toggle, add, keep, clear };
}
