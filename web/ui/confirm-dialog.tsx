import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useBackCloses } from './back-closes.ts';
import { Button, buttonClasses } from './button.tsx';
import { overlayClasses, sheetClasses } from './dialog.tsx';
import { useFocusReturn } from './focus-return.ts';

interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  /** What will happen, in a sentence or two. */
  body: ReactNode;
  confirmLabel: string;
  /** The action cannot be undone. */
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  returnFocus?: () => HTMLElement | null;
}

/** Asks before something is done. The button that does nothing has the focus; Escape means it too. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, body, confirmLabel, danger, busy, onConfirm, onCancel, returnFocus } = props;
  const focus = useFocusReturn(returnFocus);
  useBackCloses(open, onCancel);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content className={`${sheetClasses} sm:max-w-lg`} {...focus}>
          <Radix.Title className="text-xl">{title}</Radix.Title>
          <Radix.Description className="text-muted">{body}</Radix.Description>
          <div className="flex flex-wrap justify-end gap-3">
            <Radix.Cancel className={buttonClasses('secondary')} disabled={busy}>
              Cancel
            </Radix.Cancel>
            <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
