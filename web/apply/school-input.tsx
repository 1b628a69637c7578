import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useDebounced } from '../lib/use-debounced.ts';
import type { ControlProps } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { schoolsQuery } from './schools.api.ts';

interface SchoolInputProps extends ComponentProps<'input'> {
  wiring: ControlProps;
  value: string;
}

/** The name of a school, with suggestions of the organizers' list; any other can be typed. */
export function SchoolInput({ wiring, ...input }: SchoolInputProps) {
  const { data: schools = [] } = useQuery(schoolsQuery(useDebounced(input.value.trim(), 200)));
  return (
    <>
      <Input {...wiring} {...input} list={`${wiring.id}-list`} autoComplete="organization" />
      <datalist id={`${wiring.id}-list`}>
        {schools.map((school) => (
          <option key={school} value={school} />
        ))}
      </datalist>
    </>
  );
}
