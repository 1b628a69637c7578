import type { Ref } from 'react';
import { limits } from '../../../contract/limits.ts';
import { Input } from '../../ui/input.tsx';

interface EmailInputProps {
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** The address that somebody signs in with. Goes inside a `Field`. */
export function EmailInput({ value, onChange, ref }: EmailInputProps) {
  return (
    <Input
      ref={ref}
      type="email"
      name="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={limits.text.email}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
