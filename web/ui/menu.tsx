import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { Button, type ButtonVariant } from './button.tsx';
import { computePopoverStyle, popoverClasses } from './popover.ts';

interface MenuItem {
  label: ReactNode;
  onSelect: () => void;
  disabled?: boolean;
  danger?: boolean;
}

interface MenuProps {
  label: string;
  /** The accessible name, where the label alone is not enough. */
  name?: string;
  variant?: ButtonVariant;
  busy?: boolean;
  items: MenuItem[];
}

/** A button that opens a list of things to do. Arrow keys move in it; Escape and a tap outside close it. */
export function Menu({ label, name, variant = 'secondary', busy, items }: MenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const choices = () => [
    ...(list.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? []),
  ];

  const opened = (isOpen: boolean) => {
    if (!isOpen || !opener.current || !list.current) return;
    computePopoverStyle(opener.current, list.current, 'end');
    choices()[0]?.focus();
  };
  const move = (press: KeyboardEvent) => {
    const all = choices();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[press.key];
    if (press.key === 'Tab') list.current?.hidePopover();
    if (next === undefined) return;
    press.preventDefault();
    all.at(next % all.length)?.focus();
  };

  return (
    <>
      <Button
        ref={opener}
        variant={variant}
        size={variant === 'ghost' ? 'compact' : 'md'}
        busy={busy}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={name}
      >
        {label}
      </Button>
      <div
        ref={list}
        id={id}
        role="menu"
        tabIndex={-1}
        aria-label={name ?? label}
        popover="auto"
        onToggle={({ newState }) => opened(newState === 'open')}
        onKeyDown={move}
        className={joinClasses(popoverClasses, 'min-w-48 animate-enter p-1')}
      >
        {items.map((item, position) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a menu do not move while it is open.
            key={position}
            type="button"
            role="menuitem"
            tabIndex={-1}
            disabled={item.disabled}
            onClick={() => {
              list.current?.hidePopover();
              item.onSelect();
            }}
            className={joinClasses(
              'flex min-h-11 w-full items-center gap-2 rounded-sm px-3 text-left -outline-offset-3 hover:bg-surface-2 disabled:cursor-not-allowed disabled:opacity-55',
              item.danger && 'text-danger',
            )}
          >
            {item.label}
          </button>
        ))}
      </div>
    </>
  );
}
