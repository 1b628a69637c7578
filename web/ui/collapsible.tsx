import ChevronDown from 'lucide:chevron-down';
import type { ReactNode } from 'react';
import { useMediaQuery } from '../lib/media-query.ts';

/** Where a page has room for columns. */
export const useWide = () => useMediaQuery('(min-width: 64rem)');

interface CollapsibleProps {
  /** What stands in the line that opens. */
  line: ReactNode;
  /** Without it, it is closed on phones and open where there is room. */
  open?: boolean | undefined;
  children: ReactNode;
}

export function Collapsible({ line, open, children }: CollapsibleProps) {
  const isWide = useWide();
  return (
    <details open={open ?? isWide}>
      <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1">
        {line}
        <ChevronDown className="ml-auto shrink-0 text-muted [[open]>summary>&]:rotate-180" />
      </summary>
      <div className="pt-2 pb-3">{children}</div>
    </details>
  );
}
