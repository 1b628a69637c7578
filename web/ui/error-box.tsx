import TriangleAlert from 'lucide:triangle-alert';
import { needsNetworkText, useOnline } from '../lib/online.ts';
import { Button } from './button.tsx';

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
