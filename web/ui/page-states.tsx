import TriangleAlert from 'lucide:triangle-alert';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getErrorMessage } from '../lib/api-error.ts';
import { joinClasses } from '../lib/classes.ts';
import { needsNetworkText, useOnline } from '../lib/online.ts';
import { Button } from './button.tsx';
import { Illustration, type Scene } from './illustration.tsx';
import { SlowNotice } from './slow-notice.tsx';

export function Bar({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={joinClasses('h-4 animate-pulse rounded-sm bg-surface-2', className)} />
  );
}

/** The place of something on its way: what is awaited in words, and gray shapes that fade in only if it takes a while. */
export function Skeleton({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div role="status" className="grid animate-late gap-4">
      <p className="text-muted">{text}</p>
      <SlowNotice />
      {children ?? (
        <div className="grid gap-3">
          <Bar className="w-2/3" />
          <Bar />
          <Bar className="w-5/6" />
        </div>
      )}
    </div>
  );
}

interface ErrorBoxProps {
  message: string;
  onRetry?: () => unknown;
  onDismiss?: () => void;
}

export function ErrorBox({ message, onRetry, onDismiss }: ErrorBoxProps) {
  const isOnline = useOnline();
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border-2 border-danger bg-surface p-4"
    >
      <TriangleAlert className="shrink-0 text-danger" />
      <p className="min-w-0 flex-1 basis-48">
        {message}
        {onRetry && !isOnline && ` ${needsNetworkText}`}
      </p>
      {onRetry && (
        <Button variant="secondary" onClick={() => onRetry()}>
          Retry
        </Button>
      )}
      {onDismiss && (
        <Button variant="ghost" onClick={onDismiss}>
          Dismiss
        </Button>
      )}
    </div>
  );
}

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** What it asks for, such as `queue`: `Loading queue...`, `The queue could not be loaded.` */
  what?: string;
  loading?: string;
  /** What is said of a failure for which the server has no sentence. */
  failed?: string;
  children: (data: Data) => ReactNode;
}

/** What a query has answered; until then, and after a failure, says so. */
export function Loaded<Data>({ query, what, children, ...texts }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  const { loading = `Loading ${what}...`, failed = `The ${what} could not be loaded.` } = texts;
  return (
    <>
      {error && <ErrorBox message={getErrorMessage(error, failed)} onRetry={refetch} />}
      {data === undefined ? !error && <Skeleton text={loading} /> : children(data)}
    </>
  );
}

interface EmptyStateProps {
  text: string;
  /** What to do about it. */
  action?: ReactNode;
  scene?: Scene;
}

/** The text of a region without content. */
export function EmptyState({ text, action, scene }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-4 px-4 py-10 text-center">
      {scene && <Illustration scene={scene} className="max-w-60" />}
      <p className="text-muted">{text}</p>
      {action}
    </div>
  );
}
