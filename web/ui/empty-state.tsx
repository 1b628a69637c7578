import type { ReactNode } from 'react';
import { Illustration, type Scene } from './illustration.tsx';

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
