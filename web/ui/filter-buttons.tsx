import { joinClasses } from '../lib/classes.ts';
import { Button } from './button.tsx';

interface Filter<Name extends string> {
  value: Name;
  label: string;
  /** How many it lets through; not shown without. */
  count?: number;
}

/** A row of filters, of which one is chosen. */
export function FilterButtons<Name extends string>({
  filters,
  chosen,
  onChoose,
  className,
}: {
  filters: readonly Filter<Name>[];
  chosen: Name;
  onChoose: (value: Name) => void;
  className?: string;
}) {
  return (
    <fieldset className="flex flex-wrap gap-2 xl:max-[1900px]:gap-1">
      <legend className="sr-only">Filter</legend>
      {filters.map(({ value, label, count }) => (
        <Button
          key={value}
          size="compact"
          className={joinClasses('rounded-full', className)}
          variant={value === chosen ? 'primary' : 'secondary'}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {label}
          {count !== undefined && <span className="tabular font-mono font-normal"> {count}</span>}
        </Button>
      ))}
    </fieldset>
  );
}
