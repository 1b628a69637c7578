import { joinClasses } from '../lib/classes.ts';

interface Filter<Name extends string> {
  value: Name;
  label: string;
  /** How many it lets through; nothing is shown without, and a dash while it is null. */
  count?: number | null;
}

export function FilterButtons<Name extends string>(props: {
  legend?: string;
  filters: readonly Filter<Name>[];
  chosen: Name;
  onChoose: (value: Name) => void;
  className?: string;
}) {
  const { legend = 'Filter', filters, chosen, onChoose, className } = props;
  return (
    <fieldset className="flex flex-wrap gap-1 sm:gap-2 xl:max-[1900px]:gap-1">
      <legend className="sr-only">{legend}</legend>
      {filters.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          aria-description={count === undefined || count === null ? undefined : String(count)}
          className={joinClasses(
            'inline-flex min-h-11 items-center justify-center gap-2 rounded-full border-2 px-3 text-sm font-semibold whitespace-nowrap max-sm:flex-col max-sm:gap-0 max-sm:rounded-lg max-sm:px-2.5 max-sm:text-xs sm:min-h-8',
            value === chosen
              ? 'border-edge bg-primary text-on-primary'
              : 'border-hairline bg-surface text-text hover:border-edge',
            className,
          )}
          onClick={() => onChoose(value)}
        >
          {label}
          {count !== undefined && (
            <span aria-hidden="true" className="tabular min-w-[1ch] font-mono text-xs opacity-80">
              {count ?? '–'}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
