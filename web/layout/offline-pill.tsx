import { joinClasses } from '../lib/classes.ts';
import { useOnline } from '../lib/online.ts';

/** Shows under the header that there is no network; on work pages over the header's edge, clear of the lines above and below. */
export function OfflinePill({ isWork }: { isWork: boolean }) {
  const online = useOnline();
  return (
    <div
      role="status"
      className={joinClasses(
        'pointer-events-none flex justify-center',
        isWork && 'absolute inset-x-0 top-0 mt-8',
      )}
    >
      {!online && (
        <p className="my-1 inline-flex animate-enter items-center gap-2 rounded-full bg-ink px-3 py-1 text-xs font-semibold text-paper before:content-['⊘']">
          Offline
        </p>
      )}
    </div>
  );
}
