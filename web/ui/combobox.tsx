import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { useFieldControl } from './field-control.ts';
import { Input } from './input.tsx';

interface ComboboxProps<T> {
  text: string;
  onText: (text: string) => void;
  /** The matches; undefined while searching. */
  options: readonly T[] | undefined;
  optionKey: (option: T) => string;
  render: (option: T) => ReactNode;
  onSelect: (option: T) => void;
  /** Shown without matches; nothing is when it is null. */
  empty: ReactNode;
  placeholder?: string;
}

/**
 * A text field and below it, always open, its list of matches, operated by arrow keys and Enter. It lies over nothing that
 * follows. Goes inside a `Field`.
 */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { text, onText, options, optionKey, render, onSelect, empty, placeholder } = props;
  // Nothing is chosen by Enter before something is typed or an arrow key pressed.
  const [active, setActive] = useState(-1);
  const listId = `${useFieldControl().id}-options`;
  const count = options?.length ?? 0;
  const current = options?.[active];
  const show = (position: number) => {
    setActive(position);
    document.getElementById(`${listId}-${position}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && current !== undefined) onSelect(current);
    else if (event.key === 'ArrowDown' && count > 0) show((active + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) show((Math.max(active, 0) + count - 1) % count);
    else return;
    event.preventDefault();
  };
  return (
    <div className="grid gap-2">
      <Input
        role="combobox"
        aria-expanded={count > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current === undefined ? undefined : `${listId}-${active}`}
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        onChange={(change) => {
          onText(change.currentTarget.value);
          setActive(change.currentTarget.value.trim() === '' ? -1 : 0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        hidden={options !== undefined && count === 0 && !empty}
        className="max-h-72 overflow-y-auto rounded-md border border-hairline bg-surface"
      >
        <div role="listbox" id={listId} aria-label="Suggestions" hidden={count === 0} className="p-1">
          {options?.map((option, position) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field, which names the active option.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field.
            <div
              key={optionKey(option)}
              id={`${listId}-${position}`}
              role="option"
              aria-selected={position === active}
              className={joinClasses(
                'min-h-11 cursor-pointer rounded-sm px-3 py-2',
                position === active && 'bg-surface-2',
              )}
              onMouseDown={(event) => event.preventDefault()}
              onMouseEnter={() => setActive(position)}
              onClick={() => onSelect(option)}
            >
              {render(option)}
            </div>
          ))}
        </div>
        <div role="status">
          {options === undefined && <p className="px-3 py-2 text-muted">Searching...</p>}
          {options !== undefined && count === 0 && <div className="px-3 py-2 text-muted">{empty}</div>}
        </div>
      </div>
    </div>
  );
}
