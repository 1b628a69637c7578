import { useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

const parse = (typed: string) => [
  ...new Set(
    typed
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

interface TagsInputProps {
  label: string;
  tags: string[];
  onChange: (tags: string[]) => void;
}

/** A list of short words, separated with commas. */
export function TagsInput({ label, tags, onChange }: TagsInputProps) {
  const [typed, setTyped] = useState(tags.join(', '));
  const { tag, tags: most } = limits.project;
  // What others have changed replaces what is typed; a comma at the end does not.
  const shown = parse(typed).join() === tags.join() ? typed : tags.join(', ');
  const tooLong = tags.find((each) => Array.from(each).length > tag);
  const error =
    tags.length > most ? `At most ${most}.` : tooLong && `“${tooLong}” is longer than ${tag} characters.`;
  return (
    <Field
      label={label}
      hint="Separate with commas: React, Postgres, a soldering iron"
      required={false}
      error={error}
    >
      <Input
        value={shown}
        autoComplete="off"
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(parse(target.value));
        }}
      />
    </Field>
  );
}
