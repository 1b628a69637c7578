import ChevronDown from 'lucide:chevron-down';
import X from 'lucide:x';
import { useId, useRef } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { Button } from './button.tsx';
import { Checkboxes } from './checkboxes.tsx';
import { computePopoverStyle, popoverClasses } from './popover.ts';

interface MultiSelectProps {
  label: string;
  prompt: string;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A list of boxes behind a button; what is ticked shows as chips that can be removed, in the order of choosing. */
export function MultiSelect({ label, prompt, options, chosen, onChange }: MultiSelectProps) {
  const id = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  const chips = useRef<HTMLUListElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const remove = (key: string, position: number) => {
    onChange(chosen.filter((other) => other !== key));
    // The chip goes away with its button: the next chip gets the focus, else the one before, else the opening button.
    requestAnimationFrame(() => {
      const buttons = chips.current?.querySelectorAll('button') ?? [];
      (buttons[Math.min(position, buttons.length - 1)] ?? opener.current)?.focus();
    });
  };
  return (
    <div className="grid justify-items-start gap-3">
      <Button ref={opener} variant="secondary" popoverTarget={id}>
        <span className="sr-only">{label}: </span>
        {prompt}
        <ChevronDown size={18} />
      </Button>
      <fieldset
        ref={list}
        id={id}
        aria-label={label}
        popover="auto"
        onToggle={({ newState }) => {
          if (newState === 'open' && opener.current && list.current)
            computePopoverStyle(opener.current, list.current, 'start');
        }}
        className={joinClasses(popoverClasses, 'max-h-80 w-max animate-enter overflow-y-auto px-4 py-2')}
      >
        <Checkboxes className="flex" options={options} chosen={chosen} onChange={onChange} />
      </fieldset>
      <ul ref={chips} className="flex flex-wrap gap-2">
        {chosen.map((key, position) => {
          const name = options.find((option) => option.value === key)?.label ?? key;
          return (
            <li key={key} className="inline-flex items-center rounded-full bg-surface-2 pl-4 font-semibold">
              {name}
              <button
                type="button"
                aria-label={`Remove ${name}`}
                className="grid size-11 place-items-center rounded-full"
                onClick={() => remove(key, position)}
              >
                <X size={16} />
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
