import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { useLocation } from 'react-router';
import {
  type Announcement,
  type AnnouncementDraft,
  type AudienceSegment,
  findUnknownPlaceholder,
  placeholders,
} from '../../../contract/event-day/announcements.ts';
import { limits } from '../../../contract/limits.ts';
import { hour } from '../../../contract/platform/durations.ts';
import { formatAhead, formatDateTime } from '../../../contract/platform/format.ts';
import { findMomentProblem, formatZonedTime, parseZonedTime } from '../../../contract/platform/zoned-time.ts';
import { useEvent } from '../../lib/event.api.ts';
import { createIdempotencyKey } from '../../lib/new-key.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Form, Input, Select, Textarea } from '../../ui/field.tsx';
import { AnnouncementPreviewCard, describeReach } from './announcement-preview.tsx';
import {
  announcementsQuery,
  previewQuery,
  useCancelAnnouncement,
  useCreateAnnouncement,
  useSendTest,
} from './announcements.api.ts';
import { describeSegment, noSegment, SegmentFields, toSegment } from './segment-fields.tsx';

/** Returns what is wrong with the placeholders of a text; undefined when nothing is. */
function describeMistyped(text: string): string | undefined {
  const word = findUnknownPlaceholder(text);
  return word && `${word} is not a placeholder. Use ${placeholders.join(', ')}, or leave out the braces.`;
}

const getNextHour = (timezone: string) =>
  formatZonedTime(new Date(Math.ceil(Date.now() / hour) * hour).toISOString(), timezone);

/** `sendAt` is a time of the event such as `2025-09-20T20:00`, empty for now; `now`: without a minute in which to undo it. */
const empty = {
  ...{ subject: '', text: '', segment: noSegment, email: true, aboutPlace: false },
  ...{ sendAt: '', now: false },
};

/** Applications or helpers that were selected on another page, and who they are in words. */
export interface Selected {
  segment: Pick<AudienceSegment, 'applications' | 'users' | 'people'>;
  names: string;
}

export function AnnouncementForm() {
  const [values, setValues] = useUnsaved('announcement', empty);
  const [key, setKey] = useState(createIdempotencyKey);
  const [asking, setAsking] = useState(false);
  // The people who were selected on another page.
  const location = useLocation();
  const [selected, setSelected] = useState(location.state as Selected | null);
  const change = (part: Partial<typeof empty>) => {
    setValues({ ...values, ...part });
    // The server takes a key for one announcement; what has changed is another.
    setKey(createIdempotencyKey());
  };
  const choose = (people: Selected | null) => {
    setSelected(people);
    setKey(createIdempotencyKey());
  };
  const event = useEvent();
  const timezone = event?.timezone ?? 'UTC';
  const [date = '', clock = ''] = values.sendAt.split('T');
  const { now, ...typed } = values;
  const draft: AnnouncementDraft = {
    ...typed,
    segment: selected ? selected.segment : toSegment(values.segment),
    sendAt: clock === '' ? undefined : parseZonedTime(date, clock, timezone).toISOString(),
  };
  const wrongTime = draft.sendAt && findMomentProblem(draft.sendAt, Date.now());
  const test = useSendTest();
  const undoable = !draft.sendAt && !now;
  const cancel = useCancelAnnouncement();
  const fill = (next: typeof empty, people: Selected | null) => {
    setValues(next);
    choose(people);
    setAsking(false);
  };
  // After an undo the form has the text again.
  const create = useCreateAnnouncement((waiting) =>
    cancel.mutate(waiting, { onSuccess: () => fill(values, selected) }),
  );
  const submit = (submission: FormEvent<HTMLFormElement>) => {
    const mistyped = submission.currentTarget.querySelector<HTMLElement>('[aria-invalid]');
    if (mistyped) return mistyped.focus();
    const isTest = (submission.nativeEvent as SubmitEvent).submitter?.getAttribute('value') === 'test';
    if (isTest) test.mutate({ body: draft });
    else setAsking(true);
  };
  return (
    <Form className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2" onSubmit={submit}>
      <Card title="New announcement" contentClass="grid gap-4">
        {values.subject === '' && values.text === '' && <TemplateSelect onChoose={change} />}
        <Field label="Subject" error={describeMistyped(values.subject)}>
          <Input
            required
            maxLength={limits.announcement.subject}
            value={values.subject}
            onValueChange={(value) => change({ subject: value })}
          />
        </Field>
        <Field
          label="Text"
          hint={`${placeholders.join(', ')} are replaced for each person.`}
          error={describeMistyped(values.text)}
        >
          <Textarea
            required
            limit={limits.announcement.text}
            value={values.text}
            onValueChange={(value) => change({ text: value })}
          />
        </Field>
        {selected ? (
          <fieldset>
            <legend className="font-semibold">Recipients: {describeSegment(selected.segment)}</legend>
            <p className="wrap-anywhere">{selected.names}</p>
            {selected.segment.applications && event?.guardian && (
              <Checkbox
                label="Write to their parents or guardians instead"
                checked={selected.segment.people === 'guardians'}
                onCheckedChange={(checked) =>
                  choose({
                    ...selected,
                    segment: {
                      applications: selected.segment.applications,
                      ...(checked && { people: 'guardians' }),
                    },
                  })
                }
              />
            )}
            <Button size="sm" variant="ghost" onClick={() => choose(null)}>
              Choose others
            </Button>
          </fieldset>
        ) : (
          <SegmentFields
            event={event}
            values={values.segment}
            onChange={(part) => change({ segment: { ...values.segment, ...part } })}
          />
        )}
        <div className="grid">
          <Checkbox
            label="Send as an email too"
            checked={values.email}
            onCheckedChange={(checked) => change({ email: checked })}
          />
          <Checkbox
            label="Essential: send even to people who unsubscribed"
            checked={values.aboutPlace}
            onCheckedChange={(checked) => change({ aboutPlace: checked })}
          />
        </div>
        {event?.pushKey && (
          <p className="text-muted">It is also sent as a notification to devices that allow it.</p>
        )}
      </Card>
      <div className="grid gap-4">
        <AnnouncementPreviewCard draft={draft} isChosen={!!selected || values.segment.status !== ''} />
        <Card className="grid gap-4">
          <Checkbox
            label="Send it later"
            checked={values.sendAt !== ''}
            onCheckedChange={(checked) => change({ sendAt: checked ? getNextHour(timezone) : '' })}
          />
          {values.sendAt === '' && (
            <Checkbox
              label="Send it now, without the minute in which you can undo it"
              checked={now}
              onCheckedChange={(checked) => change({ now: checked })}
            />
          )}
          {values.sendAt !== '' && (
            <Field
              label="Send at"
              hint={`By the clock of ${event?.name ?? 'the event'} (${timezone}).`}
              error={wrongTime && `This time ${wrongTime}. Choose another.`}
            >
              <Input
                type="datetime-local"
                required
                value={values.sendAt}
                onValueChange={(value) => change({ sendAt: value || values.sendAt })}
              />
            </Field>
          )}
          <div className="flex flex-wrap gap-3">
            <Button type="submit">{draft.sendAt ? 'Schedule announcement' : 'Send announcement'}</Button>
            <Button type="submit" value="test" variant="secondary" busy={test.isPending}>
              Send a test to yourself
            </Button>
          </div>
        </Card>
      </div>
      <SendDialog
        draft={draft}
        undoable={undoable}
        names={selected?.names}
        open={asking}
        busy={create.isPending}
        onConfirm={() =>
          create.mutate({ draft: { ...draft, undoable }, key }, { onSuccess: () => fill(empty, null) })
        }
        onCancel={() => setAsking(false)}
      />
    </Form>
  );
}

type Template = Pick<AnnouncementDraft, 'subject' | 'text' | 'email' | 'aboutPlace'>;

const written: Template[] = [
  ['Food is ready', 'Come to the kitchen, {name}. It is there for the next hour.'],
  [
    'The schedule has changed',
    'Hello {name},\n\nThe time of … has changed to …. The schedule on the site is up to date.',
  ],
  [
    'Submit your project',
    'Hello {name},\n\nProjects can be submitted for one more hour. Open your project from the dashboard and submit what you have. You can improve it until then.',
  ],
  [
    'Judging begins',
    'Hello {name},\n\nJudging begins in fifteen minutes. Your table: {table}. Please be there with your project and stay until the judges have been with you. If you have a project and no table, come to the organizers now.',
  ],
].map(([subject = '', text = '']) => ({ subject, text, email: false, aboutPlace: false }));

// How many earlier announcements are offered.
const maxEarlier = 10;

/** Lists what an announcement can begin with: texts for usual moments, and the last ones that were written here. */
function listTemplates(earlier: readonly Announcement[]): Template[] {
  const known = new Map(written.map((template) => [template.subject, template]));
  for (const { subject, text, email, aboutPlace } of earlier.slice(0, maxEarlier).reverse())
    known.set(subject, { subject, text, email, aboutPlace });
  return [...known.values()];
}

/** Begins with the text of a usual moment, or with one that was written here before. */
function TemplateSelect({ onChoose }: { onChoose: (part: Partial<typeof empty>) => void }) {
  const { data = [] } = useQuery(announcementsQuery);
  const templates = listTemplates(data);
  return (
    <Field label="Begin with a template">
      <Select
        placeholder="None: write your own"
        options={templates.map(({ subject }, at) => ({ value: String(at), label: subject }))}
        value=""
        onValueChange={(value) => onChoose(templates[Number(value)] ?? {})}
      />
    </Field>
  );
}

interface SendDialogProps
  extends Omit<ComponentProps<typeof ConfirmDialog>, 'title' | 'body' | 'confirmLabel'> {
  draft: AnnouncementDraft;
  /** It waits for a minute. */
  undoable: boolean;
  names: string | undefined;
}

function SendDialog({ draft, undoable, names, ...dialog }: SendDialogProps) {
  const event = useEvent();
  const reach = useQuery({ ...previewQuery(draft), enabled: dialog.open });
  return (
    <ConfirmDialog
      {...dialog}
      title={`${draft.sendAt ? 'Schedule' : 'Send'} “${draft.subject}”?`}
      body={
        <>
          {names ?? describeSegment(draft.segment)}: on their pages{' '}
          {draft.sendAt
            ? `${formatAhead(draft.sendAt)}, on ${formatDateTime(draft.sendAt, event)}`
            : undoable
              ? 'in a minute'
              : 'at once'}
          {event?.pushKey && ', as a notification where they allowed it'}
          {draft.email && ', and by email'}.{' '}
          <strong className="text-text">
            {reach.isError || reach.data?.onlyRated
              ? 'The recipients could not be counted.'
              : reach.data && !reach.isPlaceholderData
                ? `${draft.sendAt ? 'Now that would be' : 'It goes to'} ${describeReach(reach.data, draft.email)}.`
                : 'Counting the recipients…'}
          </strong>{' '}
          {draft.sendAt
            ? 'You can delete it until then.'
            : undoable
              ? 'You can undo it until then.'
              : 'People can read it before you stop it.'}
        </>
      }
      confirmLabel={draft.sendAt ? 'Schedule announcement' : 'Send announcement'}
    />
  );
}
