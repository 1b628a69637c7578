import { useOnline } from '../lib/online.ts';

/** Shows in the header that there is no network; in its line, so that it covers nothing. */
export function OfflinePill() {
  const online = useOnline();
  return (
    <div role="status" className="shrink-0">
      {!online && (
        <p className="inline-flex animate-enter items-center gap-1 rounded-full bg-ink px-2 py-1 text-xs font-semibold text-paper before:content-['⊘'] sm:gap-2 sm:px-3">
          Offline
        </p>
      )}
    </div>
  );
}
