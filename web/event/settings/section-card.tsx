import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { differ, mergeChanges } from '../../../contract/event/differences.ts';
import type { SectionShape } from '../../../contract/event/setting-fields.ts';
import type { SectionState, Settings, SettingsValues } from '../../../contract/event/settings.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { afterRender } from '../../lib/after-render.ts';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import { bottomBar } from '../../ui/bottom-bar.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/field.tsx';
import { ErrorBox, Loaded } from '../../ui/page-states.tsx';
import { type Difference, describeDifferences, describePath } from './differences.ts';
import { SearchPreview } from './search-preview.tsx';
import { omitHidden, SettingFields } from './setting-fields.tsx';
import { earlierQuery, isOvertaken, mistakesQuery, useSaveSettings } from './settings.api.ts';
import { VersionItem } from './version-item.tsx';

const FormPreview = lazyPart<{ event: EventView; values: object }>(
  () => import('../../apply/form-preview.tsx'),
);

interface SectionProps {
  state: SectionState;
  settings: Settings;
}

/** What was typed, on top of the version that the page showed then. */
interface Draft {
  version: number;
  values: SettingsValues;
  base: SettingsValues;
}

/** Returns the mistakes; of an entry without a title only that, because its ids follow the title. */
function omitUntitled(mistakes: Record<string, string>): Record<string, string> {
  const titles = Object.keys(mistakes).filter(
    (path) => /\.\d+\.(title|label|name|question|project)$/.test(path) && mistakes[path] === 'is missing',
  );
  const isShown = (path: string) =>
    titles.every((title) => path === title || !path.startsWith(title.replace(/[^.]+$/, '')));
  return Object.fromEntries(Object.entries(mistakes).filter(([path]) => isShown(path)));
}

export function SectionForm({ state, settings: { locked, sections, shapes: all } }: SectionProps) {
  const shapes = all[state.section].fields;
  const event = useEvent();
  const [draft, setDraft, forget] = useUnsaved<Draft | undefined>(`settings ${state.section}`, undefined);
  const values = draft?.values ?? state.values;
  const settled = useDebounced(draft?.values, 300);
  const { data: checked } = useQuery({
    ...mistakesQuery(state.section, omitHidden(settled ?? {}, shapes)),
    enabled: draft !== undefined && settled !== undefined,
  });
  const mistakes = omitUntitled((draft && checked?.mistakes) ?? {});
  const change = (changed: SettingsValues) =>
    setDraft({ version: state.version, base: state.values, ...draft, values: changed });
  const decision = useRef<HTMLElement>(null);
  const save = useSaveSettings();
  // What it saves itself is shown before it has ended; until then the draft is, so that entries stay open.
  const isLate = draft !== undefined && !save.isPending && draft.version !== state.version;
  const [merged, theirs] = (['typed', 'saved'] as const).map((wins) =>
    draft && isLate ? mergeChanges(draft.base, draft.values, state.values, wins) : values,
  ) as [SettingsValues, SettingsValues];
  /** The button that had the focus is gone, or was busy. */
  const focusSave = (form: HTMLFormElement | null) =>
    afterRender(() => {
      if (document.activeElement === document.body)
        form?.querySelector<HTMLElement>('[type=submit]')?.focus();
    });
  const continueWith = (next: SettingsValues) =>
    setDraft(
      differ(next, state.values) ? { version: state.version, base: state.values, values: next } : undefined,
    );
  // Changes of somebody else to other fields and entries merge without a question.
  if (isLate && !differ(merged, theirs)) continueWith(merged);
  const wrong = Object.entries(mistakes);
  const follows = (draft && checked?.follows) ?? [];
  if (!event) return null;
  return (
    <>
      {state.section === 'form' && <FormPreview event={event} values={values} />}
      <Form
        className="grid gap-6"
        onSubmit={({ currentTarget: form }) => {
          if (!draft) return;
          const saved = { section: state.section, version: draft.version };
          const done = () => {
            forget();
            setDraft(undefined);
          };
          // Also when the page is left meanwhile. An error is shown below.
          save
            .mutateAsync({ ...saved, values: omitHidden(draft.values, shapes) })
            .then(done, () => focusSave(form));
        }}
      >
        <SettingFields
          shapes={shapes}
          value={values}
          onChange={change}
          form={{
            timezone: event.timezone,
            event: Object.assign({}, ...sections.map((section) => section.values), values),
            saved: state.values,
            mistakes,
            locked,
          }}
        />
        {state.section === 'form' && (
          <div>
            <Button
              variant="secondary"
              onClick={async () => {
                const { addStudentLeague } = await import('./add-student-league.ts');
                change(addStudentLeague(values));
              }}
            >
              Add what Major League Hacking requires
            </Button>
          </div>
        )}
        {state.section === 'search' && <SearchPreview values={values} isWrong={wrong.length > 0} />}
        {isLate && (
          <Decision
            ref={decision}
            title={`${state.by ?? 'Somebody'} has saved this section while you typed.`}
            differences={describeDifferences(theirs, merged, { shapes, event })}
            labels={['Saved', 'Yours']}
          >
            <Button
              variant="secondary"
              onClick={({ currentTarget: { form } }) => {
                continueWith(theirs);
                focusSave(form);
              }}
            >
              Take what was saved
            </Button>
            <Button
              onClick={({ currentTarget: { form } }) => {
                continueWith(merged);
                focusSave(form);
              }}
            >
              Keep mine
            </Button>
          </Decision>
        )}
        {save.errorText && !isOvertaken(save.error) && <ErrorBox message={save.errorText} />}
        {draft && (
          <div
            ref={bottomBar}
            className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-hairline bg-surface pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
          >
            <Button type="submit" busy={save.isPending} disabled={isLate || wrong.length > 0}>
              Save
            </Button>
            <Button variant="ghost" onClick={() => setDraft(undefined)}>
              Discard
            </Button>
            <p role="status" className="min-w-0 flex-1 basis-48 text-sm wrap-anywhere">
              {isLate && (
                <button
                  type="button"
                  className="link text-left"
                  onClick={() => decision.current?.scrollIntoView()}
                >
                  Saved by {state.by ?? 'somebody else'} in the meantime: choose which to keep
                </button>
              )}
              {!isLate && wrong.length === 0 && follows.length > 0 && (
                <span>This also changes: {follows.map((name) => all[name].title).join(', ')}</span>
              )}
              {!isLate && wrong.length > 0 && (
                <span className="font-semibold text-danger">
                  {describePath(wrong[0]![0], shapes)}: {wrong[0]![1]}
                  {wrong.length > 1 && ` (and ${wrong.length - 1} more)`}
                </span>
              )}
            </p>
          </div>
        )}
      </Form>
    </>
  );
}

const authors = { save: 'a former organizer', import: 'an import of files', seed: 'the first start' };

/** Names who made a version of the event, or what did. */
export const nameAuthor = ({ by, origin }: Pick<SectionState, 'by' | 'origin'>): string =>
  by ?? authors[origin];

interface DecisionProps {
  ref?: Ref<HTMLElement>;
  title: string;
  differences: Difference[];
  labels: [from: string, to: string];
  children?: ReactNode;
}

function Decision({ ref, title, differences, labels, children }: DecisionProps) {
  return (
    <section
      ref={ref}
      aria-label={title}
      className="scroll-mt-16 grid gap-3 rounded-md border-2 border-edge bg-surface-2 p-4"
    >
      <p className="font-semibold wrap-anywhere">{title}</p>
      <DifferenceList differences={differences} labels={labels} />
      {children && <div className="flex flex-wrap gap-3">{children}</div>}
    </section>
  );
}

export function DifferenceList({
  differences,
  labels: [from, to],
}: Pick<DecisionProps, 'differences' | 'labels'>) {
  return (
    <ul className="grid gap-3">
      {differences.map((difference) => (
        <li key={difference.where} className="grid gap-1 wrap-anywhere">
          <span className="text-sm text-muted">{difference.where}</span>
          <span>
            <span className="text-muted">{from}:</span> {difference.from}
          </span>
          <span>
            <span className="text-muted">{to}:</span> {difference.to}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function SectionCard({ state, shape: { title, about, fields }, children }: SectionCardProps) {
  const event = useEvent();
  const save = useSaveSettings();
  const { section, version } = state;
  return (
    <Card title={title} contentClass="grid gap-5">
      <p className="max-w-prose wrap-anywhere text-muted">
        {about}
        {state.origin !== 'seed' &&
          ` Last changed by ${nameAuthor(state)}, ${formatDateTime(state.at, event)}.`}
      </p>
      {save.errorText && <ErrorBox message={save.errorText} />}
      {children}
      {state.origin !== 'seed' && (
        <EarlierStates
          key={section}
          state={state}
          fields={fields}
          busy={save.isPending}
          onRestore={(earlier) => save.mutate({ section, version, values: earlier })}
        />
      )}
    </Card>
  );
}

interface SectionCardProps {
  state: SectionState;
  shape: SectionShape;
  children: ReactNode;
}

interface EarlierProps {
  state: SectionState;
  fields: SectionShape['fields'];
  busy: boolean;
  onRestore: (values: SettingsValues) => void;
}

const scrollTo = (shown: HTMLElement | null) => shown?.scrollIntoView();

/** Every state that the section had, with what it had otherwise; loaded when it is opened. */
function EarlierStates({ state, fields, busy, onRestore }: EarlierProps) {
  const event = useEvent();
  const isAsked = useSearchParams()[0].has('earlier');
  const [isOpen, setOpen] = useState(isAsked);
  const query = useQuery({ ...earlierQuery(state.section), enabled: isOpen });
  return (
    <details
      ref={isAsked ? scrollTo : undefined}
      open={isOpen}
      className="scroll-mt-16 border-t border-hairline pt-2"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">Earlier states</summary>
      {isOpen && (
        <Loaded query={query} what="earlier states">
          {(all) => (
            <ul className="divide-y divide-hairline">
              {all
                .filter(({ version }) => version !== state.version)
                .map(({ version, values, at, ...change }) => {
                  const differences = describeDifferences(state.values, values, { shapes: fields, event });
                  return (
                    <VersionItem
                      key={version}
                      title={`${formatDateTime(at, event)}, ${nameAuthor(change)}`}
                      remark={differences.length === 0 ? 'The same as now' : undefined}
                      busy={busy}
                      onRestore={() => onRestore(values)}
                    >
                      {differences.length > 0 && (
                        <details>
                          <summary className="cursor-pointer text-sm text-muted">
                            {differences.length === 1
                              ? 'One field differs'
                              : `${differences.length} fields differ`}
                          </summary>
                          <div className="pt-2">
                            <DifferenceList differences={differences} labels={['Now', 'Then']} />
                          </div>
                        </details>
                      )}
                    </VersionItem>
                  );
                })}
            </ul>
          )}
        </Loaded>
      )}
    </details>
  );
}
