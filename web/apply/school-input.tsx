import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useDebounced } from '../lib/use-debounced.ts';
import { useFieldControl } from '../ui/field-control.ts';
import { Input } from '../ui/input.tsx';
import { schoolsQuery } from './schools.api.ts';

interface SchoolInputProps extends ComponentProps<'input'> {
  value: string;
}

/** The name of a school, with suggestions of the organizers' list; any other can be typed. */
export function SchoolInput(input: SchoolInputProps) {
  const listId = `${useFieldControl().id}-list`;
  const { data: schools = [] } = useQuery(schoolsQuery(useDebounced(input.value.trim(), 200)));
  return (
    <>
      <Input {...input} list={listId} autoComplete="organization" />
      <datalist id={listId}>
        {schools.map((school) => (
          <option key={school} value={school} />
        ))}
      </datalist>
    </>
  );
}
