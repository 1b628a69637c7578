import Bold from 'lucide:bold';
import ImagePlus from 'lucide:image-plus';
import Link from 'lucide:link';
import List from 'lucide:list';
import PencilLine from 'lucide:pencil-line';
import { type ReactNode, type RefObject, useRef } from 'react';
import type { EventView } from '../../../contract/event/site.ts';
import { limits } from '../../../contract/limits.ts';
import { completeWebLink, type ProjectLink, parseWebLink } from '../../../contract/platform/web-link.ts';
import type { ProjectText } from '../../../contract/projects/projects.ts';
import { afterRender } from '../../lib/after-render.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { getFirstName } from '../../lib/names.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkboxes } from '../../ui/checkboxes.tsx';
import { Counter, Field, Input } from '../../ui/field.tsx';
import { projectFieldLabels } from './project-field-labels.ts';
import type { ProjectEditing } from './use-project-editor.ts';

interface MergedFieldProps {
  editing: ProjectEditing;
  field: keyof ProjectText;
  children: ReactNode;
}

const ConflictNotice = lazyPart(
  async () => ({ default: (await import('./conflict-notice.tsx')).ConflictNotice }),
  <p role="status">Comparing both versions…</p>,
);

/** A field with the people who are writing in it, and another version if there is a conflict. */
export function MergedField({ editing, field, children }: MergedFieldProps) {
  const { editor, text, conflicts, editors, onField } = editing;
  const box = useRef<HTMLDivElement>(null);
  const conflict = conflicts.find((each) => each.field === field);
  const others = editors.filter((each) => each.field === field).map(({ name }) => getFirstName(name));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears of the focus of the field inside
    <div
      ref={box}
      className="relative grid gap-3"
      onFocus={() => onField(field)}
      onInput={() => onField(field)}
      onBlur={() => onField(null)}
    >
      {children}
      {others.length > 0 && (
        <p className="absolute top-0 right-0 flex max-w-1/2 items-center gap-1.5 text-xs font-semibold text-accent-text">
          <PencilLine size={14} className="shrink-0" />
          <span className="truncate">{others.join(', ')} writing…</span>
        </p>
      )}
      {conflict && (
        <ConflictNotice
          label={projectFieldLabels[field]}
          mine={text[field]}
          conflict={conflict}
          onResolve={(value) => {
            editor.resolve(field, value);
            afterRender(() => box.current?.querySelector<HTMLElement>('input, textarea')?.focus());
          }}
        />
      )}
    </div>
  );
}

const hints = {
  title: undefined,
  tagline: 'One line for people who walk past.',
  repository: 'Where your code is.',
  demo: 'Where it can be tried.',
  video: 'Two minutes are plenty.',
};
const errors = {
  title: 'Please enter a title.',
  tagline: 'Please say in one line what it is.',
  link: 'This address does not begin with http:// or https:// yet.',
};

interface LineFieldProps {
  editing: ProjectEditing;
  field: 'title' | 'tagline' | ProjectLink;
  /** Submitting was tried: a missing title or tagline is an error. */
  isTried: boolean;
}

export function LineField({ editing, field, isTried }: LineFieldProps) {
  const value = editing.text[field];
  const kind = field === 'title' || field === 'tagline' ? field : 'link';
  const limit = limits.project[kind];
  const isWrong = kind === 'link' ? value !== '' && !parseWebLink(value) : isTried && value.trim() === '';
  return (
    <MergedField editing={editing} field={field}>
      <Field
        label={projectFieldLabels[field]}
        hint={hints[field]}
        required={kind !== 'link'}
        error={isWrong ? errors[kind] : undefined}
      >
        <div>
          <Input
            value={value}
            maxLength={limit}
            type={kind === 'link' ? 'url' : 'text'}
            onValueChange={(value) => editing.editor.edit({ [field]: value })}
            onBlur={() => {
              const completed = kind === 'link' ? completeWebLink(value) : value;
              if (completed !== value) editing.editor.edit({ [field]: completed });
            }}
          />
          {value.length >= limit * 0.8 && <Counter count={value.length} limit={limit} />}
        </div>
      </Field>
    </MergedField>
  );
}

interface PrizesCardProps {
  editing: ProjectEditing;
  prizes: NonNullable<EventView['projects']>['prizes'];
}

export function PrizesCard({ editing, prizes }: PrizesCardProps) {
  const keys = prizes.map(({ key }) => key);
  return (
    <Card title={projectFieldLabels.prizes}>
      <MergedField editing={editing} field="prizes">
        <fieldset className="grid min-w-0 gap-1">
          <legend className="mb-2 text-sm text-muted">
            {prizes.some(({ judging }) => judging)
              ? 'Judges of a prize see the projects that enter for it.'
              : 'Choose the prizes that your project enters for.'}
          </legend>
          <Checkboxes
            options={prizes.map(({ key, label, description }) => ({ value: key, label, hint: description }))}
            chosen={editing.text.prizes}
            onChange={(chosen) => editing.editor.edit({ prizes: keys.filter((key) => chosen.includes(key)) })}
          />
        </fieldset>
      </MergedField>
    </Card>
  );
}

/** The text that replaces a selection, and the part of it to select afterwards. */
interface Edit {
  from: number;
  to: number;
  text: string;
  select: [number, number];
}

function makeBold(text: string, from: number, to: number): Edit {
  const words = text.slice(from, to) || 'bold';
  return { from, to, text: `**${words}**`, select: [from + 2, from + 2 + words.length] };
}

function makeLink(text: string, from: number, to: number): Edit {
  const words = text.slice(from, to) || 'words';
  const address = from + words.length + 3;
  return { from, to, text: `[${words}](https://)`, select: [address, address + 8] };
}

/** Makes each line of the selection an item. */
function makeList(text: string, from: number, to: number): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const items = text.slice(start, to).replace(/^/gm, '- ');
  const end = start + items.length;
  return { from: start, to, text: items, select: [end, end] };
}

const tools = [
  { label: 'Bold', icon: Bold, edit: makeBold },
  { label: 'List', icon: List, edit: makeList },
  { label: 'Link', icon: Link, edit: makeLink },
];

interface MarkdownToolsProps {
  textarea: RefObject<HTMLTextAreaElement | null>;
  onPicture: () => void;
}

/** Buttons above a description, for people who do not know Markdown. The browser can undo each. */
export function MarkdownTools({ textarea, onPicture }: MarkdownToolsProps) {
  const apply = (edit: typeof makeBold) => {
    const field = textarea.current;
    if (!field) return;
    const { from, to, text, select } = edit(field.value, field.selectionStart, field.selectionEnd);
    field.focus();
    field.setSelectionRange(from, to);
    // The only way that keeps the browser's undo; it fires `input` like typing.
    document.execCommand('insertText', false, text);
    field.setSelectionRange(...select);
  };
  return (
    <div role="toolbar" aria-label="Formatting" className="flex flex-wrap gap-1">
      {tools.map(({ label, icon: Icon, edit }) => (
        <Button key={label} variant="ghost" size="compact" aria-label={label} onClick={() => apply(edit)}>
          <Icon size={18} />
        </Button>
      ))}
      <Button variant="ghost" size="compact" aria-label="Add a picture" onClick={onPicture}>
        <ImagePlus size={18} />
      </Button>
    </div>
  );
}
