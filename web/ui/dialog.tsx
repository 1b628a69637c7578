import X from 'lucide:x';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { useBackCloses } from './back-closes.ts';
import { useFocusReturn } from './focus-return.ts';

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

/** A dialog over the page. The first control in it gets the focus; Escape and a tap outside close it. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  returnFocus,
  wide,
  size,
  children,
  footer,
}: DialogProps) {
  const focus = useFocusReturn(returnFocus);
  useBackCloses(open, onClose);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
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
