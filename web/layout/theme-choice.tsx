import { useState } from 'react';
import { applyTheme, getStoredTheme, type Theme } from '../lib/theme.ts';

const choices = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

interface ThemeRadiosProps {
  group: string;
  /** Without a value the buttons are left to a script (the static pages). */
  value?: Theme;
  onChange?: (theme: Theme) => void;
}

export function ThemeRadios({ group, value, onChange }: ThemeRadiosProps) {
  return (
    <fieldset className="theme-radios inline-flex flex-wrap rounded-full border border-border p-0.5 text-xs">
      <legend className="sr-only">Theme</legend>
      {choices.map(([theme, label]) => (
        <label
          key={theme}
          className="relative inline-flex min-h-8 items-center rounded-full px-3 has-checked:bg-text has-checked:text-bg has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
        >
          <input
            type="radio"
            className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
            name={group}
            value={theme}
            {...(onChange
              ? { checked: value === theme, onChange: () => onChange(theme) }
              : { defaultChecked: theme === 'system' })}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** The choice of theme, applied at once. */
export default function ThemeChoice({ group }: { group: string }) {
  const [theme, setTheme] = useState<Theme>(getStoredTheme);
  return (
    <ThemeRadios
      group={group}
      value={theme}
      onChange={(choice) => {
        setTheme(choice);
        applyTheme(choice);
      }}
    />
  );
}
