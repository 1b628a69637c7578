import { Command as Palette } from 'cmdk';
import { Dialog } from 'radix-ui';
import { overlayClasses, sheetClasses } from './dialog.tsx';
import { Kbd } from './kbd.tsx';
import type { PaletteCommand } from './palette-command.ts';

/** The open palette: a field and the commands that match it. */
export default function PaletteDialog({
  commands,
  onClose,
}: {
  commands: readonly PaletteCommand[];
  onClose: () => void;
}) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClasses} />
        <Dialog.Content className={sheetClasses} aria-describedby={undefined}>
          <Dialog.Title className="sr-only">Commands</Dialog.Title>
          <Palette label="Commands" loop>
            <Palette.Input
              placeholder="What do you want to do?"
              className="min-h-11 w-full border-b-2 border-edge bg-transparent text-lg outline-none placeholder:text-muted"
            />
            <Palette.List className="mt-2 max-h-80 overflow-y-auto">
              <Palette.Empty className="px-3 py-6 text-center text-muted">
                No command of that name.
              </Palette.Empty>
              {commands.map((command) => (
                <Palette.Item
                  key={command.id}
                  value={command.label}
                  keywords={command.keywords}
                  onSelect={() => {
                    onClose();
                    command.run();
                  }}
                  className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-sm px-3 data-[selected=true]:bg-surface-2"
                >
                  {command.label}
                  {command.shortcut && <Kbd>{command.shortcut}</Kbd>}
                </Palette.Item>
              ))}
            </Palette.List>
          </Palette>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
