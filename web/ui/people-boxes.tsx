import { Checkbox } from './field.tsx';

interface Person {
  id: string;
  name: string;
  email?: string | null;
}

interface PeopleBoxesProps {
  people: readonly Person[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** Returns the ids of those to whom an email can be sent. */
export const listReachable = (people: readonly Person[]) =>
  new Set(people.flatMap(({ id, email }) => (email ? id : [])));

/** A box for everybody with an address, and the names of those without one. */
export function PeopleBoxes({ people, chosen, onChange }: PeopleBoxesProps) {
  const all = listReachable(people);
  const unreachable = people.filter(({ email }) => !email);
  return (
    <fieldset className="grid min-w-0">
      <legend className="font-semibold">Recipients</legend>
      <Checkbox
        label={`All ${all.size}`}
        checked={chosen.size === all.size}
        onCheckedChange={(checked) => onChange(checked ? all : new Set())}
      />
      <div className="grid max-h-60 overflow-y-auto border-y border-hairline">
        {people.map(
          ({ id, name, email }) =>
            email && (
              <Checkbox
                key={id}
                label={name ? `${name} (${email})` : email}
                checked={chosen.has(id)}
                onCheckedChange={(checked) => {
                  const next = new Set(chosen);
                  if (checked) next.add(id);
                  else next.delete(id);
                  onChange(next);
                }}
              />
            ),
        )}
      </div>
      {unreachable.length > 0 && (
        <p className="mt-2 text-sm text-muted wrap-anywhere">
          No email address: {unreachable.map(({ name }) => name || 'Somebody').join(', ')}
        </p>
      )}
    </fieldset>
  );
}
