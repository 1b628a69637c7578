import { useOnline } from '../lib/online.ts';

/** Shows in the header's line that there is no network, so that it covers nothing; on phones in place of the event's name. */
export function OfflinePill() {
  const online = useOnline();
  return (
    <div role="status" data-offline={online ? undefined : ''}>
      {!online && (
        <p className="ml-2 inline-flex animate-enter items-center gap-1 rounded-full bg-ink px-2 py-1 text-xs font-semibold text-paper before:content-['⊘'] sm:gap-2 sm:px-3">
          Offline
        </p>
      )}
    </div>
  );
}
