import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, useState } from 'react';
import {
  type AnnouncementDraft,
  findUnknownPlaceholder,
  placeholders,
} from '../../../contract/event-day/announcements.ts';
import { limits } from '../../../contract/limits.ts';
import { useEvent } from '../../lib/event.api.ts';
import { createIdempotencyKey } from '../../lib/new-key.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { AnnouncementPreviewCard, describeReach } from './announcement-preview.tsx';
import { previewQuery, useCreateAnnouncement, useSendTest } from './announcements.api.ts';
import { describeSegment, everyone, SegmentFields, toSegment } from './segment-fields.tsx';

/** Returns what is wrong with the placeholders of a text; undefined when nothing is. */
function describeMistyped(text: string): string | undefined {
  const word = findUnknownPlaceholder(text);
  return word && `${word} is not a placeholder. Use ${placeholders.join(', ')}, or leave out the braces.`;
}

const empty = { subject: '', text: '', segment: everyone, email: true, aboutPlace: false };

/** Writes an announcement, shows how it reads, and sends it after a question. */
export function AnnouncementForm() {
  const [values, setValues] = useState(empty);
  const [key, setKey] = useState(createIdempotencyKey);
  const [asking, setAsking] = useState(false);
  const change = (part: Partial<typeof empty>) => {
    setValues((before) => ({ ...before, ...part }));
    // The server takes a key for one announcement; what has changed is another.
    setKey(createIdempotencyKey());
  };
  const draft: AnnouncementDraft = { ...values, segment: toSegment(values.segment) };
  const test = useSendTest();
  const create = useCreateAnnouncement({
    onSuccess: () => {
      setValues(empty);
      setKey(createIdempotencyKey());
      setAsking(false);
    },
  });
  const submit = (submission: FormEvent<HTMLFormElement>) => {
    submission.preventDefault();
    const mistyped = submission.currentTarget.querySelector<HTMLElement>('[aria-invalid]');
    if (mistyped) return mistyped.focus();
    const isTest = (submission.nativeEvent as SubmitEvent).submitter?.getAttribute('value') === 'test';
    if (isTest) test.mutate(draft);
    else setAsking(true);
  };
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <Card title="New announcement">
        <form className="grid gap-4" onSubmit={submit}>
          <AnnouncementFields values={values} onChange={change} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit">Send announcement</Button>
            <Button type="submit" value="test" variant="secondary" busy={test.isPending}>
              Send a test to yourself
            </Button>
          </div>
        </form>
      </Card>
      <AnnouncementPreviewCard draft={draft} />
      <SendDialog
        draft={draft}
        open={asking}
        busy={create.isPending}
        onConfirm={() => create.mutate({ draft, key })}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}

interface FieldsProps {
  values: typeof empty;
  onChange: (part: Partial<typeof empty>) => void;
}

function AnnouncementFields({ values, onChange }: FieldsProps) {
  const event = useEvent();
  return (
    <>
      <Field label="Subject" error={describeMistyped(values.subject)}>
        <Input
          required
          maxLength={limits.announcement.subject}
          value={values.subject}
          onChange={({ target }) => onChange({ subject: target.value })}
        />
      </Field>
      <Field
        label="Text"
        hint={`${placeholders.join(', ')} stand for what each person has.`}
        error={describeMistyped(values.text)}
      >
        <Textarea
          required
          limit={limits.announcement.text}
          value={values.text}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      </Field>
      <SegmentFields
        event={event}
        values={values.segment}
        onChange={(part) => onChange({ segment: { ...values.segment, ...part } })}
      />
      <div className="grid">
        <Checkbox
          label="Send as an email too"
          checked={values.email}
          onChange={({ target }) => onChange({ email: target.checked })}
        />
        <Checkbox
          label="Essential: send even to people who unsubscribed"
          checked={values.aboutPlace}
          onChange={({ target }) => onChange({ aboutPlace: target.checked })}
        />
      </div>
      {event?.pushKey && (
        <p className="text-muted">It also goes as a notification to the devices of those who allowed it.</p>
      )}
    </>
  );
}

interface SendDialogProps
  extends Omit<ComponentProps<typeof ConfirmDialog>, 'title' | 'body' | 'confirmLabel'> {
  draft: AnnouncementDraft;
}

/** Says who would receive the announcement, before it is sent. */
function SendDialog({ draft, ...dialog }: SendDialogProps) {
  const event = useEvent();
  const reach = useQuery({ ...previewQuery(draft), enabled: dialog.open });
  return (
    <ConfirmDialog
      {...dialog}
      title={`Send “${draft.subject}”?`}
      body={
        <>
          {describeSegment(draft.segment)}: on their pages at once
          {event?.pushKey && ', as a notification where they allowed it'}
          {draft.email && ', and by email'}.{' '}
          <strong className="text-text">
            {reach.isError
              ? 'How many receive it could not be counted.'
              : reach.data && !reach.isPlaceholderData
                ? `It goes to ${describeReach(reach.data, draft.email)}.`
                : 'Counting the recipients…'}
          </strong>{' '}
          It cannot be taken back.
        </>
      }
      confirmLabel="Send announcement"
    />
  );
}
