import { Checkboxes } from './checkboxes.tsx';
import { Checkbox } from './field.tsx';

interface Person {
  id: string;
  name: string;
  email?: string | null;
}

interface PeopleBoxesProps {
  people: readonly Person[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Returns the ids of those to whom an email can be sent. */
export const listReachable = (people: readonly Person[]) =>
  people.flatMap(({ id, email }) => (email ? id : []));

/** A box for everybody with an address, and the names of those without one. */
export function PeopleBoxes({ people, chosen, onChange }: PeopleBoxesProps) {
  const all = listReachable(people);
  const options = people.flatMap(({ id, name, email }) =>
    email ? { value: id, label: name ? `${name} (${email})` : email } : [],
  );
  const unreachable = people.filter(({ email }) => !email);
  return (
    <fieldset className="grid min-w-0">
      <legend className="font-semibold">Recipients</legend>
      <Checkbox
        label={`All ${all.length}`}
        checked={chosen.length === all.length}
        onCheckedChange={(checked) => onChange(checked ? all : [])}
      />
      <div className="grid max-h-60 overflow-y-auto border-y border-hairline">
        <Checkboxes options={options} chosen={chosen} onChange={onChange} />
      </div>
      {unreachable.length > 0 && (
        <p className="mt-2 text-sm text-muted wrap-anywhere">
          No email address: {unreachable.map(({ name }) => name || 'Somebody').join(', ')}
        </p>
      )}
    </fieldset>
  );
}
