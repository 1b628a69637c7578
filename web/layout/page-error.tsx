import { Component, type ReactNode, Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { ApiError } from '../lib/api-error.ts';
import { needsNetworkText, useOnline } from '../lib/online.ts';
import { Button } from '../ui/button.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { MessagePage } from './message-page.tsx';

/** The page of an address, or what replaces it when it threw; the header and the other pages still work. */
export function PageOutlet() {
  return (
    <ErrorBoundary at={useLocation().key}>
      <Suspense fallback={<LoadingScreen />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}

interface BoundaryProps {
  /** The visit: the next one is tried anew. */
  at: string;
  children: ReactNode;
}
interface BoundaryState {
  at: string;
  failure?: { error: unknown } | undefined;
}

/** What replaces `children` when they threw. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { at: this.props.at };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ at }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return state.at === at ? null : { at, failure: undefined };
  }

  override render() {
    const { failure } = this.state;
    return failure ? <PageError error={failure.error} /> : this.props.children;
  }
}

function PageError({ error }: { error: unknown }) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  const isOnline = useOnline();
  const [isOffline] = useState(!isOnline);
  if (isOffline && isOnline) location.reload();
  return (
    <MessagePage title="This page cannot be shown.">
      <p className="text-muted">
        {isOffline ? needsNetworkText : 'The site was just updated, or something failed. Reload to continue.'}
      </p>
      <Button onClick={() => location.reload()}>Reload</Button>
      {requestId && <p className="font-mono text-xs text-muted">Request {requestId}</p>}
    </MessagePage>
  );
}
