import { WifiOff } from 'lucide-react';
import { useOnline } from '../lib/online.ts';

/** Says under the header that there is no network. */
export function OfflinePill() {
  const online = useOnline();
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-full flex justify-center">
      {!online && (
        <p className="mt-1 inline-flex animate-enter items-center gap-2 rounded-full bg-ink px-3 py-1 text-xs font-semibold text-paper">
          <WifiOff size={14} aria-hidden="true" />
          Offline
        </p>
      )}
    </div>
  );
}
