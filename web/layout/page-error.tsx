import { useRouteError } from 'react-router';
import { ApiError } from '../lib/api-error.ts';
import { Button } from '../ui/button.tsx';

/** Stands in for a page that threw; the header and the other pages keep working. */
export function PageError() {
  const error = useRouteError();
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div
      role="alert"
      className="mx-auto grid min-h-[50dvh] max-w-lg place-content-center justify-items-start gap-4"
    >
      <h1 className="text-2xl">This part of the page broke.</h1>
      <p className="text-muted">Reloading helps if a new version of the site has just been put up.</p>
      <Button onClick={() => location.reload()}>Reload</Button>
      {requestId && <p className="font-mono text-xs text-muted">Request {requestId}</p>}
    </div>
  );
}
