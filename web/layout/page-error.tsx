import { useRouteError } from 'react-router';
import { ApiError } from '../lib/api-error.ts';
import { Button } from '../ui/button.tsx';

/** Replaces a page that threw; the header and the other pages still work. */
export function PageError() {
  const error = useRouteError();
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div
      role="alert"
      className="mx-auto grid min-h-[50dvh] max-w-lg place-content-center justify-items-start gap-4"
    >
      <h1 className="text-2xl">This part of the page broke.</h1>
      <p className="text-muted">The site was just updated, or something failed. Reload to continue.</p>
      <Button onClick={() => location.reload()}>Reload</Button>
      {requestId && <p className="font-mono text-xs text-muted">Request {requestId}</p>}
    </div>
  );
}
