import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

/** Where a team's name is typed; what fits is shown beside it. */
export function FindTeam({ name, onName }: { name: string; onName: (name: string) => void }) {
  return (
    <search>
      <Field label="Search teams" hint="By a part of the name. You can ask its leader to let you in.">
        {(control) => (
          <Input
            {...control}
            type="search"
            value={name}
            onChange={(change) => onName(change.currentTarget.value)}
            autoComplete="off"
          />
        )}
      </Field>
    </search>
  );
}
