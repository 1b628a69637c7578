import ArrowUp from 'lucide:arrow-up';
import Plus from 'lucide:plus';
import Trash2 from 'lucide:trash-2';
import { type ReactNode, useId, useState } from 'react';
import { previewEmail } from '../../../contract/apply/decisions.ts';
import type { EmailKind, OwnEmail } from '../../../contract/event/event-emails.ts';
import type {
  Choice,
  Condition,
  FieldShape,
  OptionSource,
  ShapeOf,
} from '../../../contract/event/setting-fields.ts';
import { formatZonedTime, parseZonedTime } from '../../../contract/platform/zoned-time.ts';
import { foldText } from '../../../packages/text/fold-text.ts';
import { formatCallUrl } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Checkboxes } from '../../ui/checkboxes.tsx';
import { Checkbox, Field, Input, Select, Textarea } from '../../ui/field.tsx';
import { FileControl, FilesControl } from './file-controls.tsx';

type Fields = Record<string, unknown>;

/** What every field of a section needs besides its value. */
interface FormState {
  timezone: string;
  /** The event as it is typed: what other fields can be chosen from. */
  event: Fields;
  /** The section as it was saved. */
  saved: Fields;
  /** What is wrong, and what cannot change any more, by path. */
  mistakes: Record<string, string>;
  locked: Record<string, string>;
}

interface FieldProps<Shape extends FieldShape = FieldShape> {
  shape: Shape;
  path: string;
  value: unknown;
  /** Undefined leaves the field out of the event. */
  onChange: (value: unknown) => void;
  form: FormState;
  beside: Fields;
}

type Of<Kind extends FieldShape['kind']> = FieldProps<ShapeOf<Kind>>;

const holds = (conditions: Condition | Condition[] | undefined, beside: Fields) =>
  [conditions ?? []].flat().every(({ field, is, isNot }) => {
    const value = beside[field] ?? null;
    return (is?.includes(value) ?? true) && !isNot?.includes(value);
  });

/** Returns the values without the fields that are not shown beside the others. */
export function omitHidden(values: Fields, shapes: FieldShape[]): Fields {
  const shown = { ...values };
  for (const { name, onlyIf, ...shape } of shapes) {
    const value = values[name];
    if (!holds(onlyIf, values)) delete shown[name];
    else if (shape.kind === 'list' && Array.isArray(value))
      shown[name] = value.map((entry: Fields) => omitHidden(entry, shape.fields));
    else if (shape.kind === 'group' && value) shown[name] = omitHidden(value as Fields, shape.fields);
  }
  return shown;
}

interface FieldsProps {
  shapes: FieldShape[];
  path?: string;
  value: Fields;
  onChange: (value: Fields) => void;
  form: FormState;
}

/** Fields of the event, by their shapes. Fields without a shape stay as they are. */
export function SettingFields({ shapes, path = '', value, onChange, form }: FieldsProps) {
  return (
    <div className="grid gap-5 2xl:grid-cols-2 2xl:items-start 2xl:gap-x-8 2xl:[&>fieldset]:col-span-2">
      {shapes
        .filter(({ onlyIf }) => holds(onlyIf, value))
        .map((shape) => (
          <SettingField
            key={shape.name}
            shape={shape}
            path={path + shape.name}
            value={value[shape.name]}
            onChange={(changed) => {
              const { [shape.name]: _, ...others } = value;
              onChange(changed === undefined ? others : { ...others, [shape.name]: changed });
            }}
            form={form}
            beside={value}
          />
        ))}
    </div>
  );
}

function SettingField(props: FieldProps) {
  const { shape, path, value, onChange, form } = props;
  if (shape.kind === 'group') return <GroupField {...(props as Of<'group'>)} />;
  if (shape.kind === 'record') return <RecordField {...(props as Of<'record'>)} />;
  if (shape.kind === 'list') return <ListField {...(props as Of<'list'>)} />;
  if (shape.kind === 'choice') return <ChoiceField {...(props as Of<'choice'>)} />;
  if (shape.kind === 'several') return <SeveralField {...(props as Of<'several'>)} />;
  if (shape.kind === 'switch')
    return (
      <div>
        <Checkbox label={shape.label} checked={value === true} onCheckedChange={onChange} />
        {shape.hint && <p className="text-sm text-muted">{shape.hint}</p>}
        <Mistake text={form.mistakes[path]} />
      </div>
    );
  const lock = form.locked[path];
  const mistake = form.mistakes[path];
  return (
    <Field
      label={shape.label}
      hint={lock === mistake ? shape.hint : (lock ?? shape.hint)}
      error={mistake && toSentence(mistake)}
    >
      <Control {...props} disabled={isFixed(path, lock)} />
    </Field>
  );
}

const readPath = (values: Fields, path: string) =>
  path.split('.').reduce<unknown>((at, key) => (at as Fields | undefined)?.[key], values);

type Option = { value: string; label: string };
type Place = Pick<FieldProps, 'path' | 'form' | 'beside'>;

function listOptions({ kind, options = {}, optionsOf }: ShapeOf<'select' | 'several'>, field: Place) {
  return [
    ...(optionsOf && kind === 'select' ? [{ value: '', label: 'None' }] : []),
    ...Object.entries(options).map(([value, label]) => ({ value, label })),
    ...(optionsOf ? listOptionsOf(optionsOf, field) : []),
  ];
}

function listOptionsOf(
  { path, value = '', label = '', onlyIf, listOf }: OptionSource,
  { path: field, form, beside }: Place,
): Option[] {
  const source = readPath(form.event, path);
  if (!Array.isArray(source)) return Object.keys(source ?? {}).map(toOption);
  if (listOf) {
    const chosen = (source as Fields[]).find((entry) => entry[value] === beside[listOf.entry]);
    return ((chosen?.[listOf.list] ?? []) as string[]).filter(Boolean).map(toOption);
  }
  // An entry of the list itself chooses among those before it.
  const end = field.startsWith(`${path}.`) ? Number.parseInt(field.slice(path.length + 1), 10) : undefined;
  const entries = (source as Fields[]).slice(0, end).filter((entry) => holds(onlyIf, entry));
  return entries.map((entry) => ({ value: String(entry[value] ?? ''), label: String(entry[label] ?? '') }));
}

const toOption = (value: string): Option => ({ value, label: value });

/** Ids and keys that something refers to are not even typed in; numbers and texts have their limits. */
const isFixed = (path: string, lock: string | undefined) => lock !== undefined && /\.(id|key)$/.test(path);

type ControlProps = FieldProps & { disabled: boolean };

function Control({ shape, path, value, onChange, form, beside, disabled }: ControlProps) {
  const text = typeof value === 'string' ? value : '';
  const onText = (typed: string) => onChange(typed === '' ? undefined : typed);
  switch (shape.kind) {
    case 'long':
      return <Textarea className="min-h-24" value={text} disabled={disabled} onValueChange={onText} />;
    case 'lines':
      return (
        <Textarea
          className="min-h-24"
          value={Array.isArray(value) ? value.join('\n') : ''}
          onValueChange={(value) => onChange(value === '' ? undefined : value.split('\n'))}
        />
      );
    case 'picture':
    case 'film':
    case 'captions':
    case 'font':
      return <FileControl kind={shape.kind} value={text} onChange={onText} />;
    case 'files':
      return <FilesControl kind={shape.of} value={(value ?? []) as string[]} onChange={onChange} />;
    case 'number':
      return (
        <Input
          inputMode="decimal"
          className="max-w-40"
          value={value === undefined ? '' : String(value)}
          onValueChange={(value) => onChange(toNumber(value))}
        />
      );
    case 'moment':
      return (
        <Input
          type="datetime-local"
          className="max-w-72"
          value={text && !Number.isNaN(Date.parse(text)) ? formatZonedTime(text, form.timezone) : ''}
          onValueChange={(value) => onChange(fromLocal(value, form.timezone))}
        />
      );
    case 'timezone':
      return <TimeZoneControl value={text} onChange={onText} />;
    case 'select':
      return (
        <div className="max-w-72">
          <Select
            value={String(value ?? '')}
            disabled={disabled}
            options={listOptions(shape, { path, form, beside })}
            onValueChange={(typed) =>
              onChange(typeof value === 'number' ? Number(typed) : typed || undefined)
            }
          />
        </div>
      );
    default:
      return (
        <Input
          type={shape.kind === 'date' ? 'date' : 'text'}
          className={shape.kind === 'date' ? 'max-w-48' : ''}
          value={text}
          disabled={disabled}
          onValueChange={onText}
        />
      );
  }
}

/** The time zones of the browser: typing a city finds its zone. */
function TimeZoneControl({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const listId = useId();
  const zones = Intl.supportedValuesOf('timeZone');
  const complete = () => {
    const city = value.trim().replaceAll(' ', '_').toLowerCase();
    const found = zones.find((zone) => zone.toLowerCase().endsWith(`/${city}`));
    if (found) onChange(found);
  };
  return (
    <>
      <Input className="max-w-72" list={listId} value={value} onValueChange={onChange} onBlur={complete} />
      <datalist id={listId}>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** Returns what was typed as a number, or as it is if it is none: the check then says so. */
function toNumber(typed: string): unknown {
  if (typed === '') return undefined;
  const number = Number(typed);
  // "1." is on its way to "1.5".
  return Number.isNaN(number) || String(number) !== typed ? typed : number;
}

function fromLocal(typed: string, timezone: string): string | undefined {
  const [date = '', clock = ''] = typed.split('T');
  return date && clock ? parseZonedTime(date, clock.slice(0, 5), timezone).toISOString() : undefined;
}

/** Returns a mistake as a sentence; one that ends with a full stop is a sentence already. */
const toSentence = (mistake: string) => (mistake.endsWith('.') ? mistake : `This ${mistake}.`);

function Mistake({ text }: { text: string | undefined }) {
  return text ? <p className="text-sm font-semibold text-danger">{toSentence(text)}</p> : null;
}

type TitledProps = Pick<FieldProps, 'shape' | 'path' | 'form'> & { children: ReactNode };

function Titled({ shape, path, form, children }: TitledProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-lg font-semibold">{shape.label}</legend>
      {shape.hint && <p className="text-sm text-muted">{shape.hint}</p>}
      {form.locked[path] && <p className="text-sm text-muted">{form.locked[path]}</p>}
      <Mistake text={form.mistakes[path]} />
      {children}
    </fieldset>
  );
}

/** A group of fields under a heading; one that can be left out has a switch. */
function GroupField({ shape, path, value, onChange, form }: Of<'group'>) {
  const fields = (
    <SettingFields
      shapes={shape.fields}
      path={`${path}.`}
      value={(value ?? {}) as Fields}
      onChange={onChange}
      form={form}
    />
  );
  if (!shape.label) return fields;
  const isOn = value !== undefined && value !== false;
  const lock = form.locked[path];
  if (!shape.initial)
    return (
      <Titled shape={shape} path={path} form={form}>
        {fields}
      </Titled>
    );
  return (
    <div className="grid gap-3">
      <Checkbox
        label={shape.label}
        checked={isOn}
        disabled={isOn && lock !== undefined}
        onCheckedChange={(checked) => onChange(checked ? shape.initial : undefined)}
      />
      {(lock ?? shape.hint) && <p className="text-sm text-muted">{lock ?? shape.hint}</p>}
      {isOn && (
        <div className="grid gap-3 border-l-2 border-hairline pl-4">
          {fields}
          {shape.hasPreview && <EmailPreviewLink kind={shape.name as EmailKind} email={value as OwnEmail} />}
        </div>
      )}
    </div>
  );
}

/** Opens the email as it is typed, as its receivers see it; an empty or mistyped one says what is wrong with it. */
function EmailPreviewLink({ kind, email }: { kind: EmailKind; email: Partial<OwnEmail> }) {
  const { subject = '', text = '' } = email;
  return (
    <p>
      <a
        className="link"
        href={formatCallUrl(previewEmail, {}, { kind, subject, text })}
        target="_blank"
        rel="noreferrer"
      >
        Preview
      </a>
    </p>
  );
}

/** Opens an entry that was just added, and begins with its title; it stays open while that is typed. */
const openNew = (entry: HTMLDetailsElement | null) => {
  if (!entry?.dataset.new) return;
  entry.open = true;
  entry.querySelector('input')?.focus();
};

const slugify = (title: string) =>
  foldText(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-$/g, '')
    .slice(0, 40);

/** Returns the changed entry, in which ids that follow the title still do. */
function withFollowing({ shape, path, form }: Of<'list'>, entry: Fields, changed: Fields): Fields {
  const { fields, titleOf } = shape;
  const saved = (readPath(form.saved, path) ?? []) as Fields[];
  const [before, after] = [entry, changed].map((each) => String(each[titleOf] ?? '')) as [string, string];
  const ids = fields.flatMap(({ name, follows }): [string, string][] => {
    if (!follows || before === after) return [];
    const follow = follows === 'title' ? String : slugify;
    const isTyped = (entry[name] ?? '') !== follow(before);
    const isKept = isTyped || (follows === 'slug' && saved.some((each) => each[name] === entry[name]));
    return isKept && follows !== 'always' ? [] : [[name, follow(after)]];
  });
  return { ...changed, ...Object.fromEntries(ids) };
}

/** Entries that fold away under their titles, and can be moved, removed and added. */
function ListField(props: Of<'list'>) {
  const { shape, path, value, onChange, form } = props;
  const entries = (Array.isArray(value) ? value : []) as Fields[];
  // An entry keeps its key when it moves or another is removed, and with it whether it is open.
  const [known, setKnown] = useState<number[]>([]);
  const keys = entries.map((_, at) => known[at] ?? Math.max(-1, ...known) + 1 + at);
  const reorder = (change: <Each>(list: Each[]) => Each[]) => {
    setKnown(change(keys));
    onChange(change(entries));
  };
  const title = (entry: Fields) => String(entry[shape.titleOf] || `New ${shape.one}`);
  return (
    <Titled shape={shape} path={path} form={form}>
      <ul className="divide-y divide-hairline rounded-md border border-hairline empty:hidden">
        {entries.map((entry, at) => {
          const beginning = `${path}.${at}.`;
          const isWrong = Object.keys(form.mistakes).some((each) => each.startsWith(beginning));
          const lock = ['id', 'key'].some((id) => form.locked[beginning + id]) || form.locked[path];
          return (
            <li key={keys[at]} className="px-3">
              <details ref={openNew} data-new={entry[shape.titleOf] === '' || undefined}>
                <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 wrap-anywhere">
                  {title(entry)}
                  {isWrong && <span className="text-sm font-semibold text-danger">Needs a change</span>}
                </summary>
                <div className="grid gap-5 pt-2 pb-5">
                  <SettingFields
                    shapes={shape.fields}
                    path={beginning}
                    value={entry}
                    onChange={(changed) =>
                      onChange(entries.with(at, lock ? changed : withFollowing(props, entry, changed)))
                    }
                    form={form}
                  />
                  <div className="flex flex-wrap gap-2">
                    {at > 0 && (
                      <Button
                        variant="secondary"
                        size="sm"
                        onClick={() =>
                          reorder((list) => list.with(at - 1, list[at]!).with(at, list[at - 1]!))
                        }
                      >
                        <ArrowUp size={18} />
                        Move up
                      </Button>
                    )}
                    {!lock && (
                      <Button
                        variant="secondary"
                        size="sm"
                        onClick={() => reorder((list) => list.toSpliced(at, 1))}
                      >
                        <Trash2 size={18} />
                        Remove {shape.one}
                      </Button>
                    )}
                  </div>
                </div>
              </details>
            </li>
          );
        })}
      </ul>
      <div>
        <Button
          variant="secondary"
          size="compact"
          onClick={() => onChange([...entries, shape.initial as Fields])}
        >
          <Plus size={18} />
          Add {shape.one}
        </Button>
      </div>
    </Titled>
  );
}

/** Lists by name, such as the rubrics of prizes; a name is given once. */
function RecordField({ shape, path, value, onChange, form }: Of<'record'>) {
  const [name, setName] = useState('');
  const lists = (value ?? {}) as Record<string, unknown>;
  const added = slugify(name);
  return (
    <Titled shape={shape} path={path} form={form}>
      {Object.entries(lists).map(([key, list]) => (
        <div key={key} className="grid gap-3 border-l-2 border-hairline pl-4">
          <ListField
            shape={{ ...shape.list, label: key }}
            path={`${path}.${key}`}
            value={list}
            onChange={(changed) => onChange({ ...lists, [key]: changed })}
            form={form}
            beside={{}}
          />
          {!form.locked[`${path}.${key}`] && (
            <div>
              <Button
                variant="ghost"
                size="sm"
                onClick={() =>
                  onChange(Object.fromEntries(Object.entries(lists).filter(([of]) => of !== key)))
                }
              >
                <Trash2 size={18} />
                Remove {shape.one} {key}
              </Button>
            </div>
          )}
        </div>
      ))}
      <div className="flex flex-wrap items-end gap-3">
        <Field label={`Name of a new ${shape.one}`}>
          <Input value={name} onValueChange={setName} />
        </Field>
        <Button
          variant="secondary"
          disabled={added === '' || added in lists}
          onClick={() => {
            onChange({ ...lists, [added]: [] });
            setName('');
          }}
        >
          <Plus size={18} />
          Add {shape.one}
        </Button>
      </div>
    </Titled>
  );
}

/** A value of one of several kinds: a selection, and below it what the chosen kind needs. */
function ChoiceField({ shape, path, value, onChange, form, beside }: Of<'choice'>) {
  const exact = shape.choices.findIndex((choice) => !choice.field && choice.initial === value);
  const chosen =
    exact < 0
      ? shape.choices.findIndex((choice) => choice.field && typeof choice.initial === typeof value)
      : exact;
  const field = shape.choices[chosen]?.field;
  const choose = ({ initial, field: next }: Choice) =>
    onChange(next?.kind === 'moment' ? new Date().toISOString() : initial);
  return (
    <div className="grid gap-3">
      <Field label={shape.label} hint={shape.hint}>
        <div className="max-w-96">
          <Select
            value={String(chosen)}
            options={shape.choices.map(({ label }, at) => ({ value: String(at), label }))}
            onValueChange={(value) => choose(shape.choices[Number(value)]!)}
          />
        </div>
      </Field>
      {field && <SettingField {...{ path, value, onChange, form, beside }} shape={field} />}
    </div>
  );
}

function SeveralField({ shape, path, value, onChange, form, beside }: Of<'several'>) {
  return (
    <fieldset>
      <legend className="font-semibold">{shape.label}</legend>
      {shape.hint && <p className="text-sm text-muted">{shape.hint}</p>}
      <div className="flex flex-wrap gap-x-6">
        <Checkboxes
          options={listOptions(shape, { path, form, beside })}
          chosen={(Array.isArray(value) ? value : []) as string[]}
          onChange={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)}
        />
      </div>
      <Mistake text={form.mistakes[path]} />
    </fieldset>
  );
}
