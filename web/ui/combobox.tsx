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
  /** Shown without matches. */
  empty: ReactNode;
  placeholder?: string;
}

/** A text field with a list of matches, operated by arrow keys, Enter and Escape. Goes inside a `Field`. */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { text, onText, options, optionKey, render, onSelect, empty, placeholder } = props;
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const listId = `${useFieldControl().id}-options`;
  const shown = open && text.trim() !== '';
  const count = options?.length ?? 0;
  const current = shown ? options?.[active] : undefined;
  const choose = (option: T) => {
    onSelect(option);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
    else if (event.key === 'Enter' && current !== undefined) choose(current);
    else if (event.key === 'ArrowDown' && count > 0) setActive(shown ? (active + 1) % count : 0);
    else if (event.key === 'ArrowUp' && count > 0) setActive((active + count - 1) % count);
    else return;
    if (event.key.startsWith('Arrow')) setOpen(true);
    event.preventDefault();
  };
  return (
    <div className="relative">
      <Input
        role="combobox"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current === undefined ? undefined : `${listId}-${active}`}
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        onChange={(change) => {
          onText(change.currentTarget.value);
          setActive(0);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <div
        hidden={!shown}
        className="absolute inset-x-0 top-full z-(--z-sheet) mt-1 max-h-72 overflow-y-auto rounded-md border-2 border-edge bg-surface p-1 shadow-press"
      >
        <div role="listbox" id={listId} aria-label="Suggestions">
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
              onClick={() => choose(option)}
            >
              {render(option)}
            </div>
          ))}
        </div>
        <div role="status">
          {shown && options === undefined && <p className="px-3 py-2 text-muted">Searching...</p>}
          {shown && options !== undefined && count === 0 && (
            <div className="px-3 py-2 text-muted">{empty}</div>
          )}
        </div>
      </div>
    </div>
  );
}
