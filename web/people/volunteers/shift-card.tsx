import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventView } from '../../../contract/event/site.ts';
import { limits } from '../../../contract/limits.ts';
import { getLatestShiftEnd } from '../../../contract/people/shifts.ts';
import { formatTime } from '../../../contract/platform/format.ts';
import { getErrorMessage } from '../../lib/api-error.ts';
import { useEvent } from '../../lib/event.api.ts';
import { useNow } from '../../lib/use-now.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { shiftCodeQuery } from './volunteers.api.ts';

const hour = 3_600_000;
const usualHours = 8;

/** Lists the ends that a shift can have, in milliseconds: each full hour, and the end of the event. */
function listEnds(program: EventView['program'], now: number): number[] {
  const latest = getLatestShiftEnd(program, now);
  const first = Math.floor(now / hour) * hour + hour;
  const hours = Array.from({ length: 24 }, (_, at) => first + at * hour).filter((end) => end <= latest);
  return program.some(({ endsAt }) => endsAt === latest) ? [...hours, latest] : hours;
}

/** The code that makes whoever scans it a volunteer, with what is set for them. */
export function ShiftCard() {
  const event = useEvent();
  return <Card title="A volunteer in one scan">{event && <ShiftCode event={event} />}</Card>;
}

function ShiftCode({ event }: { event: EventView }) {
  const now = useNow();
  const [checkpoint, setCheckpoint] = useState(event.checkpoints[0]?.id ?? '');
  const [express, setExpress] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const ends = listEnds(event.program, now);
  const usual = ends.find((end) => end >= now + usualHours * hour) ?? ends.at(-1) ?? 0;
  const until = chosen && chosen > now ? chosen : usual;
  const options = [...new Set([until, ...ends])].sort((a, b) => a - b);
  const code = useQuery(shiftCodeQuery({ checkpoint, express, until: new Date(until).toISOString() }));
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
            onChange={({ target }) => setCheckpoint(target.value)}
          />
        </Field>
        <Field label="Shift ends">
          <Select
            options={options.map((end) => ({ value: String(end), label: formatEnd(end, event, now) }))}
            value={String(until)}
            onChange={({ target }) => setChosen(Number(target.value))}
          />
        </Field>
        <Checkbox
          label="Express: a valid pass is checked in without a tap"
          checked={express}
          onChange={({ target }) => setExpress(target.checked)}
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
