import type { ReactNode } from 'react';

/** A key on the keyboard. Where it labels a shortcut of a button, the button also has `aria-keyshortcuts`. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid min-w-6 place-items-center rounded-sm border border-current px-1 font-mono text-xs leading-5 opacity-80">
      {children}
    </kbd>
  );
}
