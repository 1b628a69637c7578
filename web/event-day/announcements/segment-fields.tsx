import type { EventView } from '../../../contract/event/site.ts';
import type { AudienceSegment } from '../../../contract/event-day/announcements.ts';
import { limits } from '../../../contract/limits.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { statusLabels } from '../../lib/status-labels.ts';
import { Collapsible } from '../../ui/card.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';

export const noSegment = {
  status: '',
  answer: '',
  place: '',
  checkedIn: '',
  track: '',
  inTeam: '',
  submitted: '',
  from: '',
  to: '',
  question: '',
  is: '',
  has: '',
};
/** The values of the fields; an empty value does not filter, except that `status` has to be chosen. */
type SegmentValues = typeof noSegment;

const selects = [
  // Nothing is chosen at first, because an announcement that was read cannot be taken back.
  [
    'status',
    'Application',
    {
      '': 'Choose…',
      all: 'Everyone',
      ...statusLabels,
      notApplied: 'Has not applied',
      volunteers: 'Volunteers',
      mentors: 'Mentors',
      guardians: 'Guardians of minors',
    },
  ],
  ['answer', 'Answer', { '': 'Any', yes: 'Is coming', no: 'Is not coming', none: 'Has not answered' }],
  [
    'place',
    'Place',
    {
      '': 'Any',
      waiting: 'On the waitlist',
      offered: 'Offered, no answer yet',
      lapsed: 'Lapsed without an answer',
    },
  ],
  ['checkedIn', 'Check-in', { '': 'Any', yes: 'Checked in', no: 'Not checked in' }],
  ['inTeam', 'Team', { '': 'Any', yes: 'In a team', no: 'Without a team' }],
  ['submitted', 'Project', { '': 'Any', yes: 'Submitted a project', no: 'No project' }],
] as const;

/** Whether the choice is not a status of participants, but other people. */
const isOthers = (chosen: string): chosen is NonNullable<AudienceSegment['people']> =>
  ['volunteers', 'mentors', 'guardians'].includes(chosen);

/** Returns the segment that was chosen; a range of tables with one end is open to the other. */
export function toSegment(values: SegmentValues): AudienceSegment {
  const { status, answer, place, track, from, to, question, is, has } = values;
  if (isOthers(status) && status !== 'guardians') return { people: status };
  const toBoolean = (value: string) => (value === '' ? undefined : value === 'yes');
  return {
    ...(status === 'guardians' && { people: status }),
    ...(status && status !== 'all' && !isOthers(status) && { status: status as AudienceSegment['status'] }),
    ...(answer && { answer: answer as AudienceSegment['answer'] }),
    ...(place && { place: place as AudienceSegment['place'] }),
    checkedIn: toBoolean(values.checkedIn),
    ...(track && { track }),
    inTeam: toBoolean(values.inTeam),
    submitted: toBoolean(values.submitted),
    ...(question && { question: { id: question, ...(is && { is }), ...(has.trim() && { has }) } }),
    ...((from || to) && { tables: { from: Number(from || 1), to: Number(to || 100_000) } }),
  };
}

/** Returns a segment in words: `Approved, without a team, tables 1–20`; without conditions `all`. */
export function describeSegment(segment: AudienceSegment, all = 'Everyone'): string {
  const words = [
    ...selects.flatMap(([name, , labels]) => {
      const value =
        name === 'status' ? (segment.users ? undefined : (segment.people ?? segment.status)) : segment[name];
      const key = typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
      return key === undefined ? [] : (labels as Record<string, string>)[key]!;
    }),
    ...(segment.track ? [segment.track] : []),
    ...[segment.applications, segment.users].flatMap((ids) =>
      ids ? [formatCount(ids.length, 'selected person', 'selected people')] : [],
    ),
    ...(segment.question ? [describeQuestion(segment.question)] : []),
    ...(segment.tables ? [`tables ${segment.tables.from}–${segment.tables.to}`] : []),
  ];
  return words.join(', ') || all;
}

function describeQuestion({ id, is, has }: NonNullable<AudienceSegment['question']>): string {
  const words = id.replaceAll('-', ' ');
  if (is === 'true') return `agreed to “${words}”`;
  return is || has ? `${words}: ${is || has}` : `answered “${words}”`;
}

/** Returns the answers that can be chosen for a question; undefined where a text is looked for. */
function listAnswers({ type, options }: NonNullable<EventView['questions']>[number]) {
  if (type === 'consent') return [{ value: 'true', label: 'Agreed' }];
  return options?.map((value) => ({ value, label: value }));
}

interface SegmentFieldsProps {
  event: EventView | undefined;
  values: SegmentValues;
  onChange: (change: Partial<SegmentValues>) => void;
}

export function SegmentFields({ event, values, onChange }: SegmentFieldsProps) {
  const isNarrowed = !isOthers(values.status) || values.status === 'guardians';
  const shown = selects.filter(([name]) => {
    if (name === 'place') return event?.capacity !== undefined;
    return name !== 'submitted' || event?.projects;
  });
  const [status, ...others] = shown.map(([name, label, labels]) => (
    <Field key={name} label={label}>
      <Select
        required={name === 'status'}
        value={values[name]}
        options={Object.entries(labels).map(([value, text]) => ({ value, label: text }))}
        onValueChange={(value) => onChange({ [name]: value })}
      />
    </Field>
  ));
  const chosen = event?.questions?.find(({ id }) => id === values.question);
  const answers = chosen && listAnswers(chosen);
  const narrowed = toSegment({ ...values, status: '' });
  const line = (
    <>
      <span className="font-semibold">Only some of them</span>
      <span className="text-muted">{describeSegment(narrowed, '')}</span>
    </>
  );
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Recipients</legend>
      {status}
      {isNarrowed && (
        <Collapsible line={line} open={false} contentClass="grid grid-cols-1 gap-3 sm:grid-cols-2">
          {others}
          <Field label="Track">
            <Select
              value={values.track}
              options={[
                { value: '', label: 'Any' },
                ...(event?.tracks ?? []).map(({ id, title }) => ({ value: id, label: title })),
              ]}
              onValueChange={(value) => onChange({ track: value })}
            />
          </Field>
          {event?.questions && (
            <>
              <Field label="Question">
                <Select
                  value={values.question}
                  options={[
                    { value: '', label: 'Any' },
                    ...event.questions.map(({ id, label }) => ({ value: id, label })),
                  ]}
                  onValueChange={(value) => onChange({ question: value, is: '', has: '' })}
                />
              </Field>
              {chosen && (
                <Field label="Their answer">
                  {answers ? (
                    <Select
                      value={values.is}
                      options={[{ value: '', label: 'Any answer' }, ...answers]}
                      onValueChange={(value) => onChange({ is: value })}
                    />
                  ) : (
                    <Input
                      placeholder="Contains"
                      maxLength={limits.text.filter}
                      value={values.has}
                      onValueChange={(value) => onChange({ has: value })}
                    />
                  )}
                </Field>
              )}
            </>
          )}
          <div className="grid grid-cols-2 gap-3">
            {(['from', 'to'] as const).map((name) => (
              <Field key={name} label={name === 'from' ? 'From table' : 'To table'}>
                <Input
                  type="number"
                  inputMode="numeric"
                  min={1}
                  max={100_000}
                  value={values[name]}
                  onValueChange={(value) => onChange({ [name]: value })}
                />
              </Field>
            ))}
          </div>
        </Collapsible>
      )}
    </fieldset>
  );
}
