import { type FormEvent, useState } from 'react';
import { limits } from '../../contract/limits.ts';
import { formatCount } from '../../contract/platform/format.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
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

/** Moves scores to the table that they belong to; two tables can exchange theirs. */
export default function MoveScores({ ids, from, getName, listIds, onMoved }: MoveScoresProps) {
  const [to, setTo] = useState('');
  const [isSwap, setSwap] = useState(false);
  const move = useMoveScores({ onSuccess: onMoved });
  const number = Number(to);
  const isNumber = number >= 1 && number <= limits.judging.maxTeamNumber && number !== from;
  const theirs = isNumber ? (listIds?.(number) ?? []) : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const back = isSwap ? theirs.map((id) => ({ id, to: from })) : [];
    if (isNumber) move.mutate([...ids.map((id) => ({ id, to: number })), ...back]);
  };
  return (
    <form onSubmit={submit} className="grid gap-3" noValidate>
      <Field
        label={`Move ${formatCount(ids.length, 'score')} to table`}
        hint={
          isNumber
            ? (getName(number) ?? `There is no table ${number}.`)
            : 'They count there, and stay voided in the history of this table.'
        }
        error={move.errorText}
      >
        <div className="flex gap-3">
          <Input
            inputMode="numeric"
            className="max-w-32"
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value.replace(/\D/g, ''))}
          />
          <Button type="submit" disabled={!isNumber} busy={move.isPending}>
            {isSwap && theirs.length > 0 ? 'Swap scores' : 'Move scores'}
          </Button>
        </div>
      </Field>
      {theirs.length > 0 && (
        <Checkbox
          label={`The teams sat at each other’s table: ${formatCount(theirs.length, 'score')} of table ${number} to table ${from}`}
          checked={isSwap}
          onChange={({ currentTarget }) => setSwap(currentTarget.checked)}
        />
      )}
    </form>
  );
}
