import X from 'lucide:x';
import { AlertDialog, Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { useBackCloses } from './back-closes.ts';
import { Button, buttonClasses } from './button.tsx';

/**
 * Handlers that give the focus back when a dialog closes: to what `elsewhere` names, else to what had it when the dialog
 * opened, else (a row that is gone by then) to the page's heading.
 */
export function useFocusReturn(elsewhere?: () => HTMLElement | null) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const before =
        opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : null;
      const target = elsewhere?.() ?? before ?? document.querySelector<HTMLElement>('main h1');
      if (target && target === document.querySelector('main h1')) target.tabIndex = -1;
      target?.focus();
    },
  };
}

export const overlayClasses = 'fixed inset-0 z-(--z-dialog) animate-fade bg-ink/60';

/** The sheet of a dialog without its width: from below on phones, in the middle on wider screens. */
export const sheetClasses =
  'fixed z-(--z-dialog) grid max-h-[calc(92dvh-var(--toast-room))] w-full gap-5 overflow-y-auto border-2 border-edge bg-surface p-5 text-text sm:p-6 ' +
  'max-sm:inset-x-0 max-sm:bottom-(--toast-room) max-sm:animate-sheet max-sm:rounded-t-lg max-sm:pb-[max(1.25rem,env(safe-area-inset-bottom))] ' +
  'sm:top-1/2 sm:left-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:animate-fade sm:rounded-lg sm:shadow-float';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Where the focus goes after closing when the button that opened the dialog may be gone by then. */
  returnFocus?: () => HTMLElement | null;
  wide?: boolean;
  /** `full` covers a whole phone, and is as wide as a page elsewhere. */
  size?: 'full';
  children?: ReactNode;
  footer?: ReactNode;
}

/** A dialog over the page. The first control in it gets the focus, or a full one itself; Escape and a tap outside close it. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, returnFocus, wide, size, children, footer } = props;
  const focus = useFocusReturn(returnFocus);
  const sheet = useRef<HTMLDivElement>(null);
  useBackCloses(open, onClose);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          ref={sheet}
          className={joinClasses(
            sheetClasses,
            size === 'full'
              ? 'content-start max-sm:h-[calc(100dvh-var(--toast-room))] max-sm:max-h-none max-sm:rounded-none max-sm:border-0 sm:max-w-[960px]'
              : wide
                ? 'sm:max-w-3xl'
                : 'sm:max-w-lg',
          )}
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...focus}
          // On a phone a focused search field would open the keyboard over the page.
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus();
            if (size !== 'full') return;
            event.preventDefault();
            sheet.current?.focus();
          }}
        >
          <div className="pr-12">
            <Radix.Title className="text-xl">{title}</Radix.Title>
            {description && <Radix.Description className="mt-2 text-muted">{description}</Radix.Description>}
          </div>
          {children}
          {footer && <div className="flex flex-wrap justify-end gap-3">{footer}</div>}
          <Radix.Close
            aria-label="Close"
            className="absolute top-3 right-3 grid size-11 place-items-center rounded-md hover:bg-surface-2"
          >
            <X />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  /** The consequence, in a sentence or two. */
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
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClasses} />
        <AlertDialog.Content className={`${sheetClasses} sm:max-w-lg`} {...focus}>
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-muted">{body}</AlertDialog.Description>
          <div className="flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel className={buttonClasses('secondary')} disabled={busy}>
              Cancel
            </AlertDialog.Cancel>
            <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
