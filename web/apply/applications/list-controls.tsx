import ListFilter from 'lucide:list-filter';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { ApplicationSort } from '../../../contract/apply/applications-admin.ts';
import { listCountries } from '../../../contract/apply/countries.ts';
import { type FormQuestion, otherPrefix } from '../../../contract/apply/form-questions.ts';
import { limits } from '../../../contract/limits.ts';
import { dietaryOptions, toSizeOptions } from '../../lib/detail-options.ts';
import { useEvent } from '../../lib/event.api.ts';
import { useMediaQuery } from '../../lib/media-query.ts';
import { statusLabels } from '../../lib/status-labels.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { staffQuery } from '../../people/staff/staff.api.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { FilterButtons } from '../../ui/filter-buttons.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { applicationCountsQuery, savedViewsQuery, useDeleteView, useSaveView } from './applications.api.ts';
import type { ApplicationReviewState } from './use-application-review.ts';
import { useCanDecide } from './use-can-decide.ts';
import type { ApplicationStatusFilter, Narrowing } from './use-view-state.ts';

const sorts: { value: ApplicationSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'track', label: 'By track' },
  { value: 'rating', label: 'By rating' },
];
const typingPause = 150;

interface ListControlsProps {
  review: ApplicationReviewState;
}

/** The text filter and the order of the list; a button opens the other filters and the saved views. */
export function ListControls({ review }: ListControlsProps) {
  const { view } = review;
  const chosen = Object.keys(view.narrowing).length;
  const [isOpen, setOpen] = useState(chosen > 0);
  const isPhone = useMediaQuery('(max-width: 639px)');
  return (
    <div className="grid gap-2 border-b border-hairline p-2">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
        <TextFilter q={view.q} onText={review.setText} />
        {!isPhone && <Order review={review} />}
        <Button
          variant={chosen > 0 ? 'secondary' : 'ghost'}
          aria-expanded={isOpen}
          aria-label={chosen > 0 ? `Filter the list, ${chosen} on` : 'Filter the list'}
          size="compact"
          onClick={() => setOpen(!isOpen)}
        >
          <ListFilter />
          {chosen > 0 && <span className="tabular">{chosen}</span>}
        </Button>
      </div>
      {isOpen && <Filters review={review}>{isPhone && <Order review={review} />}</Filters>}
    </div>
  );
}

function Order({ review }: ListControlsProps) {
  return (
    <Select
      aria-label="Order"
      options={sorts}
      value={review.view.sort}
      onValueChange={(value) => review.setSort(value as ApplicationSort)}
    />
  );
}

const yesNo = (any: string, yes: string, no: string) => [
  { value: '', label: any },
  { value: 'yes', label: yes },
  { value: 'no', label: no },
];
const foods = [{ value: '', label: 'Any food' }, ...dietaryOptions];
const places = [
  { value: '', label: 'Any place' },
  { value: 'waiting', label: 'On the waitlist' },
  { value: 'offered', label: 'Has not answered' },
  { value: 'lapsed', label: 'Let a place lapse' },
];
const coming = [
  ...yesNo('Any answer', 'Is coming', 'Is not coming'),
  { value: 'none', label: 'Has not answered' },
];
const filters = [
  ['coming', 'Coming', coming],
  ['team', 'Team', yesNo('Any team', 'In a team', 'No team')],
  ['checkedIn', 'Check-in', yesNo('Any check-in', 'Checked in', 'Not checked in')],
  ['rated', 'Your rating', yesNo('Any rating', 'Rated by you', 'Not rated by you')],
  ['food', 'Food', foods],
] as const;

function Filters({ review, children }: ListControlsProps & { children: ReactNode }) {
  const event = useEvent();
  const { narrowing } = review.view;
  const canDecide = useCanDecide();
  const { data: staff } = useQuery({ ...staffQuery, enabled: canDecide });
  const tracks = [{ value: '', label: 'All tracks' }].concat(
    (event?.tracks ?? []).map(({ id }) => ({ value: id, label: id })),
  );
  const sizes = [{ value: '', label: 'Any size' }, ...toSizeOptions(event)];
  const reviewers = [
    { value: '', label: 'Any reviewer' },
    ...(staff?.members ?? []).map(({ _id, name, email }) => ({ value: _id, label: name || email })),
  ];
  const shown = [
    ['track', 'Track', tracks],
    ...filters,
    ['size', 'T-shirt', sizes],
    ...(event?.capacity ? [['place', 'Place', places]] : []),
    ...(canDecide ? [['reviewer', 'Reviewer', reviewers]] : []),
  ] as [keyof Narrowing, string, { value: string; label: string }[]][];
  return (
    <fieldset className="grid grid-cols-2 items-end gap-2 lg:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
      <legend className="sr-only">Filter the list</legend>
      {children}
      {shown.map(([name, label, options]) => (
        <Select
          key={name}
          aria-label={label}
          options={options}
          value={narrowing[name] ?? ''}
          onValueChange={(value) => review.setNarrowing(name, value)}
        />
      ))}
      {event?.questions && (
        <AnswerFilters
          questions={event.questions.filter(({ sensitive }) => canDecide || !sensitive)}
          review={review}
        />
      )}
      <SavedViews review={review} />
    </fieldset>
  );
}

/** Filters by answers to the event's own questions: one for each question that is chosen. */
function AnswerFilters({ review, questions }: ListControlsProps & { questions: FormQuestion[] }) {
  const chosen = new URLSearchParams(review.view.narrowing.answers);
  const [added, setAdded] = useState<string[]>([]);
  const ids = [...new Set([...chosen.keys(), ...added])];
  const locale = useEvent()?.locale ?? 'en-US';
  const set = (id: string, value: string) => {
    if (value) chosen.set(id, value);
    else chosen.delete(id);
    review.setNarrowing('answers', chosen.toString());
  };
  return (
    <>
      {ids.map((id) => {
        const question = questions.find((each) => each.id === id);
        if (!question) return null;
        const options = listAnswers(question, locale);
        const value = chosen.get(id) ?? '';
        return (
          <Field key={id} label={question.label} className="text-sm">
            {options ? (
              <Select
                options={[{ value: '', label: 'Any answer' }, ...options]}
                value={value}
                onValueChange={(value) => set(id, value)}
              />
            ) : (
              <Input
                type="search"
                maxLength={limits.text.searchTerm}
                defaultValue={value}
                onKeyDown={(press) => press.key === 'Enter' && set(id, press.currentTarget.value.trim())}
                onBlur={({ target }) => target.value.trim() !== value && set(id, target.value.trim())}
              />
            )}
          </Field>
        );
      })}
      {ids.length < Math.min(mostAnswers, questions.length) && (
        <Select
          aria-label="Filter by an answer"
          value=""
          options={[
            { value: '', label: 'By an answer…' },
            ...questions.filter(({ id }) => !ids.includes(id)).map(({ id, label }) => ({ value: id, label })),
          ]}
          onValueChange={(value) => setAdded([...added, value])}
        />
      )}
    </>
  );
}

const mostAnswers = 5;

/** Lists what can be chosen for an answer; undefined where it is typed. */
function listAnswers({ type, options, other }: FormQuestion, locale: string) {
  if (type === 'consent') return [{ value: 'true', label: 'Yes' }];
  if (type === 'country') return listCountries(locale);
  return (
    options && [
      ...options.map((option) => ({ value: option, label: option })),
      ...(other ? [{ value: otherPrefix, label: 'Other…' }] : []),
    ]
  );
}

/** The views that organizers have saved, and what can be done with the one in the address. */
function SavedViews({ review }: ListControlsProps) {
  const { viewSearch, setViewSearch } = review;
  const canDecide = useCanDecide();
  const { data: views = [] } = useQuery(savedViewsQuery);
  const save = useSaveView();
  const remove = useDeleteView();
  const [name, setName] = useState<string>();
  const shown = views.find(({ search }) => search === viewSearch);
  return (
    <>
      <Menu
        label={shown?.name ?? 'Saved views'}
        items={[
          ...views.map((view) => ({ label: view.name, onSelect: () => setViewSearch(view.search) })),
          ...(viewSearch ? [{ label: 'Show everything', onSelect: () => setViewSearch('') }] : []),
          ...(canDecide && viewSearch && !shown
            ? [{ label: 'Save this view…', onSelect: () => setName('') }]
            : []),
          ...(canDecide && shown
            ? [{ label: `Delete “${shown.name}”`, danger: true, onSelect: () => remove.mutate(shown.name) }]
            : []),
          ...(!viewSearch && views.length === 0
            ? [
                {
                  label: canDecide ? 'Choose a filter first, then save it here' : 'There are none yet',
                  disabled: true,
                  onSelect: () => {},
                },
              ]
            : []),
        ]}
      />
      <FormDialog
        open={name !== undefined}
        onClose={() => setName(undefined)}
        title="Save this view"
        description="Every organizer sees it under Saved views. A view of the same name is replaced."
        action={save}
        confirmLabel="Save view"
        onSubmit={() =>
          save.mutate({ name: name ?? '', search: viewSearch }, { onSuccess: () => setName(undefined) })
        }
      >
        <Field label="Name">
          <Input required maxLength={limits.text.viewName} value={name ?? ''} onValueChange={setName} />
        </Field>
      </FormDialog>
    </>
  );
}

/** A field that reports its text when typing pauses, and follows the address when Back or a link changes it. */
function TextFilter({ q, onText }: { q: string; onText: (text: string) => void }) {
  const [typed, setTyped] = useState(q);
  const [known, setKnown] = useState(q);
  const settled = useDebounced(typed.trim(), typingPause);
  const report = useEffectEvent((text: string) => text !== q && onText(text));
  useEffect(() => void report(settled), [settled]);
  if (q !== known) {
    setKnown(q);
    if (q !== settled) setTyped(q);
  }
  return (
    <Input
      type="search"
      aria-label="Filter by name, email or major"
      placeholder="Name, email or major"
      data-shortcut="f"
      maxLength={limits.text.searchTerm}
      value={typed}
      onValueChange={setTyped}
    />
  );
}

export const statusChoices = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: statusLabels.pending },
  { value: 'approved', label: statusLabels.approved },
  { value: 'rejected', label: statusLabels.rejected },
] as const satisfies readonly { value: ApplicationStatusFilter; label: string }[];

interface StatusFilterButtonsProps {
  value: ApplicationStatusFilter;
  onChange: (next: ApplicationStatusFilter) => void;
}

export function StatusFilterButtons({ value, onChange }: StatusFilterButtonsProps) {
  const { data: counts } = useQuery(applicationCountsQuery);
  return (
    <FilterButtons
      legend="Filter by status"
      filters={statusChoices.map((choice) => ({ ...choice, count: counts?.[choice.value] ?? null }))}
      chosen={value}
      onChoose={onChange}
    />
  );
}
