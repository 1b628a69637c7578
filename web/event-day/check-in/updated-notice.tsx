import { formatAgo } from '../../../contract/platform/format.ts';
import { useNow } from '../../lib/use-now.ts';

/** The age of the data on the screen: "Updated 3 s ago". `at` in milliseconds. */
export function UpdatedNotice({ at }: { at: number }) {
  const now = new Date(useNow(1000));
  return <p className="tabular text-sm text-muted">Updated {formatAgo(at, undefined, now)}</p>;
}
