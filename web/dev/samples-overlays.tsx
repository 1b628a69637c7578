import { useState } from 'react';
import { texts } from '../../contract/texts.ts';
import { Button } from '../ui/button.tsx';
import { CommandPalette } from '../ui/command-palette.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Menu } from '../ui/menu.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { toast } from '../ui/toast.tsx';
import { Sample } from './sample.tsx';

/** What lies over the page. */
export function OverlaySamples() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | undefined>();
  const close = () => setOpen(undefined);
  return (
    <Sample title="Overlays">
      <div className="flex flex-wrap gap-4">
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Confirm</Button>
        <Menu
          label="Menu"
          items={[
            { label: 'Copy emails', onSelect: () => {} },
            { label: 'Not now', onSelect: () => {}, disabled: true },
            { label: 'Undo check-in', onSelect: () => {}, danger: true },
          ]}
        />
        <Button variant="secondary" onClick={() => toast.success(texts.teams.created)}>
          Success
        </Button>
        <Button variant="secondary" onClick={() => toast.error(texts.judging.missing)}>
          Error
        </Button>
        <Button variant="secondary" onClick={() => toast.info('Draft for team 12 restored.')}>
          Info
        </Button>
        <Button
          variant="secondary"
          onClick={() => toast.action('New version ready.', { label: 'Reload', run: () => {} })}
        >
          Action
        </Button>
      </div>
      <Tabs
        label="Ways to a team"
        tabs={[
          { value: 'create', label: 'Create', content: <p>Start a team of your own.</p> },
          { value: 'join', label: 'Join with a code', content: <p>Six letters and digits.</p> },
          { value: 'find', label: 'Find a team', content: <p>Search by name.</p> },
        ]}
      />
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Upload your pitch deck"
        description="The Startup Track needs one."
        footer={<Button onClick={close}>Upload</Button>}
      >
        <Field label="Name">{(control) => <Input {...control} />}</Field>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Leave Night Owls?"
        body="Grace Hopper becomes the leader. You can come back with the code."
        confirmLabel="Leave team"
        danger
        onConfirm={close}
        onCancel={close}
      />
      <CommandPalette
        commands={[
          { id: 'pending', label: 'Show pending applications', shortcut: '2', run: () => {} },
          { id: 'check-in', label: 'Open check-in', keywords: ['door', 'scan'], run: () => {} },
        ]}
      />
    </Sample>
  );
}
