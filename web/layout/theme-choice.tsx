import { useState } from 'react';
import { applyTheme, getStoredTheme, type Theme } from '../lib/theme.ts';
import { ThemeRadios } from './theme-radios.tsx';

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
