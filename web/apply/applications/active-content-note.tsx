import TriangleAlert from 'lucide:triangle-alert';
import type { ReactNode } from 'react';

/** A warning about a PDF, shown before it is opened on a computer. */
export function ActiveContentNote({ children }: { children?: ReactNode }) {
  return (
    <p className="flex basis-full items-center gap-2 text-sm text-pending">
      <TriangleAlert size={16} className="shrink-0" />
      This PDF contains a script, a launch action or an embedded file, or is still to be checked for them.{' '}
      {children}
    </p>
  );
}
