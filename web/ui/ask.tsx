import type { ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import type { ConfirmDialog } from './dialog.tsx';
import { toast } from './toast.tsx';

type Question = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'body' | 'confirmLabel' | 'danger' | 'returnFocus'
>;

/**
 * Asks in a dialog over whatever page is open; returns whether it was confirmed. The dialog stays until `act`, which says
 * itself what has failed, is done.
 */
export async function ask(question: Question, act?: () => Promise<unknown>): Promise<boolean> {
  const dialog = await import('./dialog.tsx').catch(() => undefined);
  if (!dialog) {
    toast.error('The question could not be loaded. Please try again.');
    return false;
  }
  const root = createRoot(document.createElement('div'));
  return new Promise((resolve) => {
    const close = (isConfirmed: boolean) => {
      root.unmount();
      resolve(isConfirmed);
    };
    const confirm = () => {
      render(true);
      void (act?.() ?? Promise.resolve()).catch(() => undefined).then(() => close(true));
    };
    const render = (busy: boolean) =>
      root.render(
        <dialog.ConfirmDialog
          {...{ open: true, busy, ...question }}
          onConfirm={confirm}
          onCancel={() => close(false)}
        />,
      );
    render(false);
  });
}
