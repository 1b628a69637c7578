import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { EventView } from '../../../contract/event/site.ts';
import { limits } from '../../../contract/limits.ts';
import { getLatestShiftEnd } from '../../../contract/people/shifts.ts';
import type { Volunteer } from '../../../contract/people/volunteers.ts';
import { hour } from '../../../contract/platform/durations.ts';
import { formatAgo, formatCount, formatTime } from '../../../contract/platform/format.ts';
import type { HelperRole } from '../../../contract/platform/roles.ts';
import { PersonRow } from '../../event-day/check-in-overview/person-row.tsx';
import { WorkPage } from '../../layout/work-page.tsx';
import { getErrorMessage } from '../../lib/api-error.ts';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useSession } from '../../lib/session.api.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { useNow } from '../../lib/use-now.ts';
import { ask } from '../../ui/ask.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Collapsible } from '../../ui/card.tsx';
import { Checkbox, Field, Form, Input, Select, Textarea } from '../../ui/field.tsx';
import { EmptyState, ErrorBox, Skeleton } from '../../ui/page-states.tsx';
import { RadioChips } from '../../ui/radio-chips.tsx';
import {
  places,
  shiftCodeQuery,
  useAddVolunteer,
  useEndShifts,
  useInviteVolunteers,
  useRemoveVolunteer,
  volunteerCandidatesQuery,
  volunteersQuery,
} from './volunteers.api.ts';

const WriteToHelpers = lazyPart(() => import('./write-to-helpers.tsx'));

// Tells an email address from a name; the server checks more.
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Finds a person by name or email and makes them a volunteer or a mentor; an email address without an account works too. */
function VolunteerSearch() {
  const hasMentors = useEvent()?.help !== undefined;
  const [role, setRole] = useState<HelperRole>('volunteer');
  const [text, setText] = useState('');
  const term = useDebounced(text.trim(), 250);
  const found = useQuery(volunteerCandidatesQuery(term));
  const field = useRef<HTMLInputElement>(null);
  const add = useAddVolunteer();
  const onSuccess = () => {
    setText('');
    field.current?.focus();
  };
  const people = term === '' ? [] : (found.data ?? []);
  const isAnswered = term !== '' && term === text.trim() && found.isSuccess && !found.isPlaceholderData;
  // An address can be added although nobody may be searched for, as while review is blind.
  const isNew =
    (isAnswered || (term !== '' && found.isError)) &&
    emailPattern.test(term) &&
    !people.some(({ email }) => email?.toLowerCase() === term.toLowerCase());
  const newAccount = {
    _id: 'new',
    name: '',
    email: term,
    can: { help: true },
    reason: 'No account yet. It is created when they first sign in with this address.',
  };
  const rows = isNew ? [...people, newAccount] : people;
  const isNobody = isAnswered && rows.length === 0;
  return (
    <Card title={`Add a ${role}`} contentClass="grid gap-4">
      {hasMentors && (
        <RadioChips
          legend="As"
          hideLegend
          options={[
            { value: 'volunteer', label: 'Volunteer at check-in' },
            { value: 'mentor', label: 'Mentor' },
          ]}
          value={role}
          onValueChange={(value) => setRole(value as HelperRole)}
        />
      )}
      <Field label="Name or email" hint="No account yet? Enter the full email address.">
        <Input
          ref={field}
          type="search"
          value={text}
          maxLength={limits.text.searchTerm}
          autoCapitalize="none"
          spellCheck={false}
          onValueChange={(value) => {
            add.reset();
            setText(value);
          }}
        />
      </Field>
      {add.errorText && <ErrorBox message={add.errorText} />}
      {term !== '' && found.error && (
        <ErrorBox
          message={getErrorMessage(found.error, 'The search failed. Please try again.')}
          onRetry={found.refetch}
        />
      )}
      <ul aria-label="People found" className="divide-y divide-hairline" hidden={rows.length === 0}>
        {rows.map(({ _id, name, email, can, reason }) => (
          <PersonRow key={_id} name={name} email={email ?? ''} note={reason}>
            {can.help && email && (
              <Button
                variant="secondary"
                busy={add.isPending && add.variables?.email === email}
                aria-label={`Add ${role}: ${name || email}`}
                onClick={() => add.mutate({ email, name, role }, { onSuccess })}
              >
                Add {role}
              </Button>
            )}
          </PersonRow>
        ))}
      </ul>
      <p role="status" className="text-muted" hidden={!isNobody}>
        {isNobody && 'No account matches.'}
      </p>
      <InviteList role={role} />
    </Card>
  );
}

/** The largest number of invitations at once. */
const maxAtOnce = 200;

function InviteList({ role }: { role: HelperRole }) {
  const [text, setText] = useState('');
  const invite = useInviteVolunteers();
  // Two addresses may share a line; other words of a line belong together.
  const lines = text.split(/[\n,;]|(?<=@\S+)\s+(?=\S+@)/).map((line) => line.trim());
  const emails = [...new Set(lines.filter(Boolean))];
  const isTooLong = emails.length > maxAtOnce;
  const submit = () => {
    if (emails.length === 0 || isTooLong || invite.isPending) return;
    // What was refused stays, to be corrected.
    const onSuccess = ({ refused }: { refused: { email: string }[] }) =>
      setText(refused.map(({ email }) => email).join('\n'));
    invite.mutate({ emails, role }, { onSuccess });
  };
  const { data } = invite;
  return (
    <Collapsible open={false} line={<span className="font-semibold">Invite many by a list</span>}>
      <Form onSubmit={submit} className="grid gap-4">
        <Field
          label="Email addresses"
          hint="One per line. Each gets an email with the link to their page."
          error={isTooLong ? `At most ${maxAtOnce} at a time.` : undefined}
        >
          <Textarea required spellCheck={false} autoCapitalize="none" value={text} onValueChange={setText} />
        </Field>
        <Button type="submit" variant="secondary" className="justify-self-end" busy={invite.isPending}>
          Invite {emails.length > 0 && formatCount(emails.length, role)}
        </Button>
        {data && (
          <div role="status" className="grid gap-1">
            {data.added > 0 && (
              <p>
                {formatCount(data.added, role)} can use {places[role]} after signing in.
              </p>
            )}
            {data.refused.map(({ email, reason }) => (
              <p key={email} className="text-sm wrap-anywhere text-danger">
                {email}: {reason}
              </p>
            ))}
          </div>
        )}
      </Form>
    </Collapsible>
  );
}

export function Component() {
  const event = useEvent();
  return (
    <WorkPage
      title="Volunteers"
      note={`A volunteer can use check-in on their own phone, and undo their last check-in for a minute. ${event?.help ? 'A mentor answers requests for help. ' : ''}Nothing else: no applications, no teams.`}
    >
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <Card title="A volunteer in one scan">{event && <ShiftCode event={event} />}</Card>
          <VolunteerSearch />
        </div>
        <VolunteerList />
      </div>
    </WorkPage>
  );
}

/** Says where and how long somebody helps, and when they last checked somebody in. */
function describeWork({ role, shift, lastScanAt }: Volunteer, event: EventView | undefined): string {
  if (role === 'mentor') return 'Mentor';
  const place = event?.checkpoints.find(({ id }) => id === shift?.checkpoint)?.name ?? shift?.checkpoint;
  const facts = [
    shift && `${place}, ${formatTime(shift.since, event)} to ${formatTime(shift.until, event)}`,
    lastScanAt ? `last scan ${formatAgo(lastScanAt, event)}` : 'no scan yet',
  ];
  return facts.filter(Boolean).join(' · ');
}

const toAction = ({ shift }: Volunteer) => (shift ? 'End the shift of' : 'Remove');

function VolunteerList() {
  const event = useEvent();
  const isOrganizer = useSession().user?.role === 'admin';
  const [isWriting, setWriting] = useState(false);
  const { data, isPending, isError, refetch } = useLiveQuery(volunteersQuery, 'check-in-overview');
  const remove = useRemoveVolunteer();
  const endAll = useEndShifts();
  const shifts = data?.filter(({ shift }) => shift).length ?? 0;
  const askToRemove = (volunteer: Volunteer) =>
    ask(
      {
        title: `${toAction(volunteer)} ${volunteer.name || volunteer.email || ''}?`,
        body: `They are signed out on every device and can no longer use ${places[volunteer.role]}.`,
        confirmLabel: volunteer.shift ? 'End shift' : `Remove ${volunteer.role}`,
        danger: true,
      },
      () => remove.mutateAsync(volunteer),
    );
  const askToEndAll = () =>
    ask(
      {
        title: `End all ${shifts} shifts?`,
        body: 'These volunteers are signed out at once. Invited volunteers stay. What waits on a phone without a network is sent when its volunteer scans a code again.',
        confirmLabel: 'End all shifts',
        danger: true,
      },
      () => endAll.mutateAsync(),
    );
  return (
    <Card
      title="Current volunteers"
      aside={
        data &&
        data.length > 0 && (
          <span className="flex items-center gap-2">
            {isOrganizer && (
              <Button variant="ghost" onClick={() => setWriting(true)}>
                Email helpers
              </Button>
            )}
            <Badge className="tabular">{data.length}</Badge>
          </span>
        )
      }
    >
      {isError && <ErrorBox message="The volunteers could not be loaded." onRetry={refetch} />}
      {isPending && <Skeleton text="Loading volunteers..." />}
      {data?.length === 0 && <EmptyState text="There are no volunteers yet." scene="doors" />}
      <ul className="divide-y divide-hairline" hidden={!data || data.length === 0}>
        {data?.map((volunteer) => (
          <PersonRow
            key={volunteer._id}
            id={volunteer._id}
            name={volunteer.name}
            email={volunteer.email ?? ''}
            note={describeWork(volunteer, event)}
          >
            <Button
              variant="ghost"
              aria-label={`${toAction(volunteer)} ${volunteer.name || volunteer.email}`}
              onClick={() => void askToRemove(volunteer)}
            >
              {volunteer.shift ? 'End the shift' : 'Remove'}
            </Button>
          </PersonRow>
        ))}
      </ul>
      {isWriting && data && <WriteToHelpers helpers={data} onClose={() => setWriting(false)} />}
      {shifts > 1 && (
        <Button variant="secondary" className="mt-3" onClick={() => void askToEndAll()}>
          End all {shifts} shifts
        </Button>
      )}
    </Card>
  );
}

const usualHours = 8;

/** Lists the ends that a shift can have, in milliseconds: each full hour, and the end of the event. */
function listEnds(program: EventView['program'], now: number): number[] {
  const latest = getLatestShiftEnd(program, now);
  const first = Math.floor(now / hour) * hour + hour;
  const hours = Array.from({ length: 24 }, (_, at) => first + at * hour).filter((end) => end <= latest);
  return program.some(({ endsAt }) => endsAt === latest) ? [...hours, latest] : hours;
}

/** The code that makes whoever scans it a volunteer, with what is set for them. */
function ShiftCode({ event }: { event: EventView }) {
  const now = useNow();
  const [checkpoint, setCheckpoint] = useState(event.checkpoints[0]?.id ?? '');
  const [express, setExpress] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const ends = listEnds(event.program, now);
  const usual = ends.find((end) => end >= now + usualHours * hour) ?? ends.at(-1) ?? 0;
  const until = chosen && chosen > now ? chosen : usual;
  const options = [...new Set([until, ...ends])].sort((a, b) => a - b);
  const code = useQuery(shiftCodeQuery({ checkpoint, until: new Date(until).toISOString() }, express));
  const isFresh = code.data && now - code.dataUpdatedAt < limits.shift.codeFor;
  const place = event.checkpoints.find(({ id }) => id === checkpoint)?.name ?? '';
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid content-start gap-4">
        <p className="text-muted">
          Helpers scan this with their phone’s camera, type their name and are at the station. It ends with
          the shift.
        </p>
        <Field label="Checkpoint">
          <Select
            options={event.checkpoints.map(({ id, name }) => ({ value: id, label: name }))}
            value={checkpoint}
            onValueChange={setCheckpoint}
          />
        </Field>
        <Field label="Shift ends">
          <Select
            options={options.map((end) => ({ value: String(end), label: formatEnd(end, event, now) }))}
            value={String(until)}
            onValueChange={(value) => setChosen(Number(value))}
          />
        </Field>
        <Checkbox
          label="Express: a valid pass is checked in without a tap"
          checked={express}
          onCheckedChange={setExpress}
        />
      </div>
      <div className="grid content-start justify-items-center gap-2">
        {code.isError && !isFresh && (
          <ErrorBox
            message={getErrorMessage(code.error, 'The code could not be loaded.')}
            onRetry={code.refetch}
          />
        )}
        {code.isPending && <Skeleton text="Loading the code..." />}
        {isFresh && (
          <>
            <img
              src={code.data.qrCode}
              alt={`Code of the shift at ${place}`}
              width={320}
              height={320}
              className="h-auto w-full max-w-80 rounded-md border-2 border-edge bg-white"
            />
            <p className="text-center text-sm text-muted">A new code comes every minute.</p>
          </>
        )}
      </div>
    </div>
  );
}

function formatEnd(end: number, event: EventView, now: number): string {
  const hours = Math.round((end - now) / hour);
  return `${formatTime(end, event)}, ${hours === 0 ? 'soon' : `in ${hours} h`}`;
}
