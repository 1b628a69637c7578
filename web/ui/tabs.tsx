import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps {
  label: string;
  tabs: { value: string; label: ReactNode; content: ReactNode }[];
  value?: string;
  onChange?: (value: string) => void;
}

/** Panels of which one shows. Arrow keys move between the tabs. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <Radix.Root
      className="grid grid-cols-1"
      value={value}
      onValueChange={onChange}
      defaultValue={value === undefined ? tabs[0]?.value : undefined}
    >
      <Radix.List aria-label={label} className="mb-5 flex gap-1 overflow-x-auto border-b border-hairline">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="min-h-11 border-b-4 border-transparent px-3 whitespace-nowrap -outline-offset-3 data-[state=active]:border-primary data-[state=active]:font-semibold"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
