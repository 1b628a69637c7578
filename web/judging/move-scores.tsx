import { useState } from 'react';
import { limits } from '../../contract/limits.ts';
import { formatCount } from '../../contract/platform/format.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, Field, Form, Input } from '../ui/field.tsx';
import type { FormEndProps } from '../ui/form-end.tsx';
import { useMoveScores } from './judging-admin.api.ts';

interface MoveScoresProps {
  /** The scores of the wrong table. */
  ids: readonly number[];
  from: number;
  /** Returns the name of a table; undefined where there is none. */
  getName: (number: number) => string | undefined;
  /** Returns the scores that another table has, where teams may have sat at each other's table. */
  listIds?: (number: number) => readonly number[];
  onMoved: () => void;
}

interface TableNumberProps {
  label: string;
  hint: string;
  value: string;
  onChange: (digits: string) => void;
  action: NonNullable<FormEndProps['action']>;
  disabled: boolean;
  confirmLabel: string;
}

export function TableNumber(props: TableNumberProps) {
  const { label, hint, value, onChange, action, disabled, confirmLabel } = props;
  return (
    <Field label={label} hint={hint} error={action.errorText}>
      <div className="flex gap-3">
        <Input
          inputMode="numeric"
          className="max-w-32"
          value={value}
          onValueChange={(value) => onChange(value.replace(/\D/g, ''))}
        />
        <Button type="submit" disabled={disabled} busy={action.isPending}>
          {confirmLabel}
        </Button>
      </div>
    </Field>
  );
}

/** Moves scores to the table that they belong to; two tables can exchange theirs. */
export default function MoveScores({ ids, from, getName, listIds, onMoved }: MoveScoresProps) {
  const [to, setTo] = useState('');
  const [isSwap, setSwap] = useState(false);
  const move = useMoveScores();
  const number = Number(to);
  const isNumber = number >= 1 && number <= limits.judging.maxTeamNumber && number !== from;
  const theirs = isNumber ? (listIds?.(number) ?? []) : [];
  const submit = () => {
    const back = isSwap ? theirs.map((id) => ({ id, to: from })) : [];
    const moves = [...ids.map((id) => ({ id, to: number })), ...back];
    if (isNumber) move.mutate({ body: { moves } }, { onSuccess: onMoved });
  };
  return (
    <Form onSubmit={submit} className="grid gap-3" noValidate>
      <TableNumber
        label={`Move ${formatCount(ids.length, 'score')} to table`}
        hint={
          isNumber
            ? (getName(number) ?? `There is no table ${number}.`)
            : 'They count there, and stay voided in the history of this table.'
        }
        value={to}
        onChange={setTo}
        action={move}
        disabled={!isNumber}
        confirmLabel={isSwap && theirs.length > 0 ? 'Swap scores' : 'Move scores'}
      />
      {theirs.length > 0 && (
        <Checkbox
          label={`The teams sat at each other’s table: ${formatCount(theirs.length, 'score')} of table ${number} to table ${from}`}
          checked={isSwap}
          onCheckedChange={setSwap}
        />
      )}
    </Form>
  );
}
