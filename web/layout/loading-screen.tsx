import { loadingText } from '../../contract/platform/loading.ts';
import { SlowNotice } from '../ui/slow-notice.tsx';

export function LoadingScreen() {
  return (
    <div role="status" className="grid min-h-[50dvh] place-content-center justify-items-center text-muted">
      <p>{loadingText}</p>
      <SlowNotice />
    </div>
  );
}
