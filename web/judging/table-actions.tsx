import type { JudgingProgress } from '../../contract/judging/judging-admin.ts';
import { formatCount } from '../../contract/platform/format.ts';
import { useEvent } from '../lib/event.api.ts';
import { ask } from '../ui/ask.tsx';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { useAssignTables, useSendTableEmails } from './judging-admin.api.ts';

/** Numbers the tables, prints their list and emails their numbers. */
export function TableActions({ progress, onPrint }: { progress: JudgingProgress; onPrint: () => void }) {
  const { hasCheckIns, unnumbered, notEmailed, tables } = progress;
  const event = useEvent();
  const assign = useAssignTables();
  const send = useSendTableEmails();
  const question = {
    title: 'Email table numbers?',
    body: `Everybody at ${formatCount(notEmailed, 'table')} gets an email with the number of their table. Nobody gets the same number twice.`,
    confirmLabel: 'Send emails',
  };
  const waiting = hasCheckIns ? unnumbered.checkedIn : unnumbered.approved;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {tables.length > 0 && waiting > 0 && (
        <span className="text-sm text-warning">
          {waiting} {hasCheckIns ? 'arrived' : 'approved'} without a number
        </span>
      )}
      <Button
        variant="secondary"
        busy={assign.isPending}
        onClick={() => assign.mutate(hasCheckIns ? 'checked-in' : 'approved')}
      >
        Number tables
      </Button>
      <Menu
        label="More"
        name="More for tables"
        variant="ghost"
        items={[
          { label: 'Print list', disabled: tables.length === 0, onSelect: onPrint },
          {
            label: 'Email table numbers',
            disabled: notEmailed === 0,
            onSelect: () => void ask(question, () => send.mutateAsync()),
          },
          {
            label: 'Number everybody approved',
            disabled: unnumbered.approved === 0,
            onSelect: () => assign.mutate('approved'),
          },
          ...(event?.projects
            ? [{ label: 'Number submitted projects', onSelect: () => assign.mutate('submitted') }]
            : []),
        ]}
      />
    </div>
  );
}
