import { loadingText } from '../../contract/platform/loading.ts';

/** What shows while the session or a page is on its way. */
export function LoadingScreen() {
  return (
    <p role="status" className="grid min-h-[50dvh] place-items-center text-muted">
      {loadingText}
    </p>
  );
}
