import { type FormEvent, useState } from 'react';
import type { EventDocument } from '../../../contract/event/event.ts';
import { formatTimes } from '../../../contract/event/schedule-dates.ts';
import type { SectionState } from '../../../contract/event/settings.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { limits } from '../../../contract/limits.ts';
import { describeReach } from '../../event-day/announcements/announcement-preview.tsx';
import { useAnnouncementPreview } from '../../event-day/announcements/announcements.api.ts';
import { createIdempotencyKey } from '../../lib/new-key.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Form, Input, Textarea } from '../../ui/field.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import {
  countMinutes,
  describeChanges,
  listFollowing,
  moveEntry,
  type ScheduleEntry,
  toEntries,
  toMinutes,
  toSchedule,
} from './schedule-entries.ts';
import { isOvertaken, useSaveSchedule } from './settings.api.ts';

interface DialogProps {
  state: SectionState;
  entry: ScheduleEntry;
  place: Pick<EventView, 'locale' | 'timezone'>;
  onClose: () => void;
}

/** In minutes. */
const steps = { '−1 h': -60, '−30 min': -30, '−15 min': -15, '+15 min': 15, '+30 min': 30, '+1 h': 60 };

/** A row of the schedule: moved by steps or to a time, changed or removed, and told to everybody who comes. */
export function ScheduleItemDialog({ state, entry, place, onClose }: DialogProps) {
  const [changed, setChanged] = useState(entry);
  const [isShifting, setShifting] = useState(false);
  const [isRemoved, setRemoved] = useState(false);
  const [typed, setTyped] = useState<{ subject?: string; text?: string }>({});
  const [email, setEmail] = useState(true);
  const [key] = useState(createIdempotencyKey);
  const [version, setVersion] = useState(state.version);
  const schedule = state.values.schedule as EventDocument['schedule'];
  const before = toEntries(schedule);
  const isNew = !before.some((other) => other.key === entry.key);
  const following = listFollowing(before, entry);
  const minutes = countMinutes(entry, changed);
  const shifted = new Set(isShifting && !isRemoved ? following.map((other) => other.key) : []);
  const after = before.flatMap((other) => {
    if (other.key === entry.key) return isRemoved ? [] : [changed];
    return [shifted.has(other.key) ? moveEntry(other, minutes, place.locale) : other];
  });
  if (isNew) after.push(changed);
  const told = describeChanges(before, after, place);
  const draft = {
    subject: told?.subject ?? '',
    text: told?.text ?? '',
    ...typed,
    ...{ segment: { status: 'approved' as const }, email, aboutPlace: false },
  };
  const reach = useAnnouncementPreview(draft, told !== undefined);
  const isHeard = reach.data?.receivers !== 0;
  const save = useSaveSchedule();
  const isLate = isOvertaken(save.error) && version !== state.version;
  const change = (part: Partial<ScheduleEntry>) => {
    const next = { ...changed, ...part };
    if (next.end === '') delete next.end;
    setChanged({ ...next, time: formatTimes(next.start, next.end, place.locale, next.time) });
  };
  const submit = (submission: FormEvent<HTMLFormElement>) => {
    const isTold = (submission.nativeEvent as SubmitEvent).submitter?.getAttribute('value') === 'tell';
    const values = { schedule: toSchedule(after, schedule, place) };
    save.mutate(
      { section: 'schedule', version, values, ...(isTold && told && { told: { draft, key } }) },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog open onClose={onClose} title={entry.title || 'New on the schedule'}>
      <Form className="grid gap-5" onSubmit={submit}>
        {!isRemoved && (
          <>
            {!isNew && (
              <fieldset aria-label="Move by" className="grid grid-cols-3 gap-2">
                {Object.entries(steps).map(([label, step]) => (
                  <Button
                    key={label}
                    variant="secondary"
                    size="compact"
                    onClick={() => setChanged(moveEntry(changed, step, place.locale))}
                  >
                    {label}
                  </Button>
                ))}
              </fieldset>
            )}
            <div className="grid grid-cols-2 gap-3">
              <Field label="Starts">
                <Input
                  type="time"
                  required
                  value={changed.start}
                  onChange={({ target: { value } }) => {
                    // An item with an end keeps its length.
                    if (value)
                      setChanged(
                        moveEntry(changed, toMinutes(value) - toMinutes(changed.start), place.locale),
                      );
                  }}
                />
              </Field>
              <Field label="Ends">
                <Input
                  type="time"
                  value={changed.end ?? ''}
                  onValueChange={(value) => change({ end: value })}
                />
              </Field>
            </div>
            {!isNew && following.length > 0 && (
              <Checkbox
                label={`Shift what follows (${following.length})`}
                checked={isShifting}
                onCheckedChange={setShifting}
              />
            )}
            <details open={isNew || undefined}>
              <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
                Change title, place and text
              </summary>
              <div className="grid gap-3 pt-2">
                <Field label="Title">
                  <Input required value={changed.title} onValueChange={(value) => change({ title: value })} />
                </Field>
                <Field label="Place" hint="Leave empty for the place of the event.">
                  <Input
                    value={changed.place ?? ''}
                    onValueChange={(value) => change({ place: value || undefined })}
                  />
                </Field>
                <Field
                  label="Text under the title"
                  hint="Such as: Bring your laptop. A line that begins with - becomes a bullet point."
                >
                  <Textarea
                    className="min-h-24"
                    value={(changed.lines ?? []).join('\n')}
                    onValueChange={(value) => change({ lines: value ? value.split('\n') : [] })}
                  />
                </Field>
                <Field label="Time as it is written" hint="Such as 9:00-9:30.">
                  <Input
                    required
                    value={changed.time}
                    onValueChange={(value) => setChanged({ ...changed, time: value })}
                  />
                </Field>
                <Field label="Day">
                  <Input
                    type="date"
                    required
                    value={changed.date}
                    onValueChange={(value) => value && change({ date: value })}
                  />
                </Field>
              </div>
            </details>
          </>
        )}
        {isRemoved && <p>It is removed from the schedule. You can restore it under Earlier states.</p>}
        {told && (
          <fieldset className="grid gap-3 rounded-md border border-hairline bg-surface-2 p-4">
            <legend className="sr-only">What people are told</legend>
            <Field label="What people are told">
              <Input
                maxLength={limits.announcement.subject}
                value={draft.subject}
                onValueChange={(value) => setTyped({ ...typed, subject: value })}
              />
            </Field>
            <Field label={<span className="sr-only">Text</span>}>
              <Textarea
                className="min-h-20"
                value={draft.text}
                onValueChange={(value) => setTyped({ ...typed, text: value })}
              />
            </Field>
            <Checkbox label="By email too" checked={email} onCheckedChange={setEmail} />
            <p role="status" className="text-sm text-muted">
              {reach.data &&
                (isHeard
                  ? `Approved: ${describeReach(reach.data, email)}.`
                  : 'Nobody is approved yet, so there is nobody to notify.')}
            </p>
          </fieldset>
        )}
        {isLate ? (
          <ErrorBox
            message={`${state.by ?? 'Somebody'} has saved the schedule in the meantime; ${entry.title} is at ${before.find((other) => other.key === entry.key)?.time ?? 'no time'} there. Your change is still here: save again to keep it.`}
          />
        ) : (
          save.errorText && <ErrorBox message={save.errorText} />
        )}
        <div className="sticky -bottom-5 -mx-5 flex flex-wrap justify-end gap-3 border-t border-hairline bg-surface px-5 py-3 sm:-bottom-6 sm:-mx-6 sm:px-6">
          {!isNew && !isRemoved && (
            <Button variant="ghost" className="mr-auto" onClick={() => setRemoved(true)}>
              Remove
            </Button>
          )}
          <Button
            type="submit"
            variant="secondary"
            busy={save.isPending}
            onClick={() => setVersion(state.version)}
          >
            Save
          </Button>
          <Button
            type="submit"
            value="tell"
            busy={save.isPending}
            disabled={!told || !isHeard}
            onClick={() => setVersion(state.version)}
          >
            Save and tell people
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
