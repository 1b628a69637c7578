import { limits } from '../../contract/limits.ts';
import { Input } from './input.tsx';

/** The input for one's own name. */
export function NameInput({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <Input
      name="name"
      autoComplete="name"
      maxLength={limits.text.name}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
