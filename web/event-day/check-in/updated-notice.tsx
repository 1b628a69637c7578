import { useEffect, useState } from 'react';
import { formatAgo } from '../../../contract/platform/format.ts';

/** The age of the data on the screen: "Updated 3 s ago". `at` in milliseconds. */
export function UpdatedNotice({ at }: { at: number }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <p className="tabular text-sm text-muted">Updated {formatAgo(at, undefined, now)}</p>;
}
