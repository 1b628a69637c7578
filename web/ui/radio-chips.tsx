import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx';

const chip =
  'relative inline-flex min-h-11 items-center rounded-full border border-border bg-surface px-4 ' +
  'has-checked:border-transparent has-checked:bg-primary has-checked:font-semibold has-checked:text-on-primary ' +
  'has-disabled:opacity-55 has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-primary';

export function RadioChips(props: ChoiceGroupProps) {
  return (
    <ChoiceGroup
      {...props}
      arrangement="flex flex-wrap gap-2"
      optionClass={chip}
      inputClass="inset-y-0 left-0 w-4"
    />
  );
}
