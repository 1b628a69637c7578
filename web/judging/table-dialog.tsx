import { type FormEvent, useState } from 'react';
import type { TableProgress } from '../../contract/judging/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useMoveTable, useRetireTables } from './judging-admin.api.ts';
import MoveScores, { TableNumber } from './move-scores.tsx';

interface TableDialogProps {
  table: TableProgress;
  tables: readonly TableProgress[];
  onClose: () => void;
}

/** One table, or a mistyped number: who has scored it, moving its team or its scores to another number, retiring it. */
export function TableDialog({ table, tables, onClose }: TableDialogProps) {
  const { teamNumber, teamName, known, judges, scores, retired, unattended } = table;
  const findTable = (number: number) =>
    tables.find((each) => each.known && each.teamNumber === number && number !== teamNumber);
  const [to, setTo] = useState('');
  const retire = useRetireTables();
  const move = useMoveTable();
  const number = Number(to);
  const isNumber = Number.isInteger(number) && number >= 1 && number <= limits.judging.maxTeamNumber;
  const other = findTable(number);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNumber && number !== teamNumber)
      move.mutate({ from: teamNumber, to: number }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={known ? `Table ${teamNumber}: ${teamName}` : `No table: ${teamNumber}, ${teamName}`}
      description={
        judges.length > 0 ? `Scored by ${judges.join(', ')}.` : 'No judge has scored this table yet.'
      }
      footer={
        known && (
          <Button
            variant="secondary"
            busy={retire.isPending}
            onClick={() =>
              retire.mutate({ numbers: [teamNumber], retired: !retired }, { onSettled: onClose })
            }
          >
            {retired ? 'Restore table' : 'Retire table'}
          </Button>
        )
      }
    >
      {unattended && <p>Nobody of this table is checked in.</p>}
      {scores.length > 0 ? (
        <>
          {known && (
            <p className="text-sm text-muted">
              Scores belong to the number, so this team stays at its table.
            </p>
          )}
          <MoveScores
            ids={scores}
            from={teamNumber}
            getName={(at) => findTable(at)?.teamName}
            {...(known && { listIds: (at) => findTable(at)?.scores ?? [] })}
            onMoved={onClose}
          />
        </>
      ) : (
        !retired && (
          <form onSubmit={submit} className="grid gap-3" noValidate>
            <TableNumber
              label="Move to table"
              hint={
                other
                  ? `${other.teamName} is there and gets table ${teamNumber}.`
                  : 'With a number that is taken, the two teams change places.'
              }
              value={to}
              onChange={setTo}
              action={move}
              disabled={!isNumber || number === teamNumber}
              confirmLabel={other ? 'Swap tables' : 'Move table'}
            />
          </form>
        )
      )}
    </Dialog>
  );
}
