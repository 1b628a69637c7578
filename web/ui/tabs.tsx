import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

interface TabsProps {
  label: string;
  tabs: { value: string; label: ReactNode; content: ReactNode }[];
  value?: string;
  onChange?: (value: string) => void;
}

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(tabs[0]?.value);
  const current = value ?? own;
  const shown = tabs.find((tab) => tab.value === current);

  const choose = (next: string) => {
    setOwn(next);
    onChange?.(next);
  };
  const move = (press: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[press.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    press.preventDefault();
    choose(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus();
  };

  return (
    <div className="grid grid-cols-1">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="mb-5 flex gap-1 overflow-x-auto border-b border-hairline"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === current ? 0 : -1}
            onClick={() => choose(tab.value)}
            onKeyDown={move}
            className="min-h-11 border-b-4 border-transparent px-3 whitespace-nowrap -outline-offset-3 aria-selected:border-primary aria-selected:font-semibold"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {shown && (
        <div key={shown.value} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown.value}`}>
          {shown.content}
        </div>
      )}
    </div>
  );
}
