import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { formatDateTime } from '../../../../contract/platform/format.ts';
import { foldText, splitWords } from '../../../../packages/text/fold-text.ts';
import { useEvent } from '../../../lib/event.api.ts';
import { createIdempotencyKey } from '../../../lib/new-key.ts';
import { useUnsaved } from '../../../lib/use-unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Form, Textarea } from '../../../ui/field.tsx';
import { DetailSection } from '../detail-section.tsx';
import { notesQuery, useAddNote, useReadMentions } from './reviews.api.ts';

/** What the team wrote about an application, and a form for more; nothing while blind review hides it. */
export default function NotesCard({ id }: { id: string }) {
  const { data } = useQuery(notesQuery(id));
  const event = useEvent();
  const add = useAddNote(id);
  const { mutate: read } = useReadMentions(id);
  const [text, setText] = useUnsaved(`note ${id}`, '');
  const [key, setKey] = useState(createIdempotencyKey);
  const isMentioned = data?.mentioned ?? false;
  useEffect(() => {
    if (isMentioned) read();
  }, [isMentioned, read]);
  if (!data?.notes) return null;
  const [, part] = /(?:^|[^\p{L}\p{N}])@([\p{L}\p{N}]*)$/u.exec(foldText(text)) ?? [];
  const suggested =
    part === undefined
      ? []
      : data.team.filter((name) => splitWords(foldText(name)).some((word) => word.startsWith(part)));
  const change = (typed: string) => {
    setText(typed);
    setKey(createIdempotencyKey());
  };
  return (
    <DetailSection title="Notes">
      {data.notes.length > 0 && (
        <ol className="grid gap-2 text-sm">
          {data.notes.map(({ _id, by, text: note, at }) => (
            <li key={_id}>
              <strong>{by ?? 'A deleted account'}</strong>{' '}
              <time dateTime={at} className="text-muted">
                {formatDateTime(at, event)}
              </time>
              <span className="block break-words whitespace-pre-wrap">{note}</span>
            </li>
          ))}
        </ol>
      )}
      <Form
        className="grid gap-3"
        onSubmit={() => add.mutate({ note: key, text }, { onSuccess: () => change('') })}
      >
        <Field
          label="Add a note"
          hint="@ and a name show it to a colleague on Home. Applicants can download notes with their data once you have decided."
        >
          <Textarea
            className="min-h-20"
            required
            limit={limits.text.note}
            value={text}
            onValueChange={change}
          />
        </Field>
        {suggested.length > 0 && (
          <fieldset aria-label="Mention a colleague" className="flex flex-wrap gap-2">
            {suggested.map((name) => (
              <Button
                key={name}
                size="sm"
                variant="ghost"
                onClick={() => change(`${text.slice(0, text.lastIndexOf('@'))}@${name} `)}
              >
                @{name}
              </Button>
            ))}
          </fieldset>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" size="sm" variant="secondary" busy={add.isPending}>
            Add note
          </Button>
        </div>
      </Form>
    </DetailSection>
  );
}
