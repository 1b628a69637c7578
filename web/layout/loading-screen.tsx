import { loadingText } from '../../contract/platform/loading.ts';
import { Waiting } from '../ui/waiting.tsx';

/** What shows while the session or a page is on its way. */
export function LoadingScreen() {
  return (
    <div role="status" className="grid min-h-[50dvh] place-items-center">
      <Waiting text={loadingText} onRetry={() => location.reload()} />
    </div>
  );
}
