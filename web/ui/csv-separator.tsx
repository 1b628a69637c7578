import { useState } from 'react';
import { hasSemicolons } from '../../contract/platform/csv.ts';
import { storeChoice } from '../lib/cookie.ts';
import { Select } from './field.tsx';

const options = [
  { value: 'comma', label: 'Commas' },
  { value: 'semicolon', label: 'Semicolons' },
];

/** The choice of what separates the cells of CSV files, which this browser remembers for all exports. */
export function CsvSeparator() {
  const [value, setValue] = useState(() => (hasSemicolons(document.cookie) ? 'semicolon' : 'comma'));
  return (
    <span className="flex items-center gap-2 text-sm">
      <span aria-hidden="true">CSV with</span>
      <Select
        aria-label="CSV with"
        options={options}
        value={value}
        onValueChange={(value) => {
          storeChoice('csv', value);
          setValue(value);
        }}
      />
    </span>
  );
}
