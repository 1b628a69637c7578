import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '../lib/classes.ts';

export interface MenuItem {
  label: ReactNode;
  onSelect: () => void;
  disabled?: boolean;
  danger?: boolean;
}

/** A button that opens a list of things to do. `trigger` is one button element. */
export function Menu({ trigger, items }: { trigger: ReactNode; items: MenuItem[] }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-(--z-dialog) grid min-w-48 animate-enter rounded-md border-2 border-edge bg-surface p-1 text-text shadow-press"
        >
          {items.map((item, position) => (
            <Radix.Item
              // biome-ignore lint/suspicious/noArrayIndexKey: the items of a menu do not move while it is open.
              key={position}
              disabled={item.disabled}
              onSelect={item.onSelect}
              className={classes(
                'flex min-h-11 cursor-pointer items-center gap-2 rounded-sm px-3 outline-none data-disabled:cursor-not-allowed data-disabled:opacity-55 data-highlighted:bg-surface-2',
                item.danger && 'text-danger',
              )}
            >
              {item.label}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
