import { createRoot } from 'react-dom/client';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks in a dialog over whatever page is open; returns whether it was confirmed. */
export function ask(question: { title: string; body: string; confirmLabel: string }): Promise<boolean> {
  const root = createRoot(document.createElement('div'));
  return new Promise((resolve) => {
    const close = (isConfirmed: boolean) => {
      root.unmount();
      resolve(isConfirmed);
    };
    root.render(
      <ConfirmDialog open {...question} onConfirm={() => close(true)} onCancel={() => close(false)} />,
    );
  });
}
