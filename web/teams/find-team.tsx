import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

/** The search field for teams; `TeamSearchResults` shows the results. */
export function FindTeam({ name, onName }: { name: string; onName: (name: string) => void }) {
  return (
    <search>
      <Field label="Search teams" hint="Type a part of the name. You can ask the leader to join.">
        <Input
          type="search"
          value={name}
          onChange={(change) => onName(change.currentTarget.value)}
          autoComplete="off"
        />
      </Field>
    </search>
  );
}
