import { useQuery } from '@tanstack/react-query';
import type { EventView } from '../../../contract/event/site.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { checkInCountsQuery } from './check-in.api.ts';

interface CheckpointChoiceProps {
  checkpoints: EventView['checkpoints'];
  value: string;
  onChange: (checkpoint: string) => void;
}

/** Selects the checkpoint of this station; each shows how many are checked in there. */
export function CheckpointChoice({ checkpoints, value, onChange }: CheckpointChoiceProps) {
  const counts = useQuery(checkInCountsQuery).data;
  const label = (id: string, name: string) => {
    const count = counts?.find(({ checkpoint }) => checkpoint === id)?.count;
    return count === undefined ? name : `${name} (${count})`;
  };
  return (
    <Field label="Checkpoint" className="grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
      <Select
        options={checkpoints.map(({ id, name }) => ({ value: id, label: label(id, name) }))}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
