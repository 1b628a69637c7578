import ClipboardPaste from 'lucide:clipboard-paste';
import Plus from 'lucide:plus';
import { useState } from 'react';
import type { EventDocument } from '../../../contract/event/event.ts';
import type { SectionState } from '../../../contract/event/settings.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { formatDateRange, formatDay } from '../../../contract/platform/format.ts';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import { isElsewhere, listDays, moveSchedule, type ScheduleEntry, toEntries } from './schedule-entries.ts';
import { ScheduleItemDialog } from './schedule-item-dialog.tsx';
import { useSaveSchedule } from './settings.api.ts';

const PasteSchedule = lazyPart<{ state: SectionState; event: EventView; onClose: () => void }>(
  () => import('./paste-schedule-dialog.tsx'),
);

/** The schedule as rows to tap: each opens a sheet that moves, changes or removes it. */
export function ScheduleEditor({ state }: { state: SectionState }) {
  const event = useEvent();
  const [open, setOpen] = useState<ScheduleEntry>();
  const schedule = state.values.schedule as EventDocument['schedule'];
  const entries = toEntries(schedule);
  const [isPasting, setPasting] = useState(false);
  const save = useSaveSchedule();
  if (!event) return null;
  const addTo = (date: string) =>
    setOpen({ key: crypto.randomUUID(), date, title: '', time: '', start: '12:00', end: '13:00' });
  const { dates, locale } = event;
  const isAside = isElsewhere(schedule, dates);
  const format = (date: string) => formatDay(date, { locale, timezone: 'UTC' });
  const days = isAside ? schedule.map(({ date }) => date) : listDays(schedule, dates);
  return (
    <div className="grid gap-6">
      {isAside && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border-2 border-edge bg-surface-2 p-4">
          <p className="min-w-0 flex-1 basis-64">
            The event is on {dates.label}, and this schedule on{' '}
            {formatDateRange(days[0]!, days.at(-1)!, locale)}.
          </p>
          <Button
            busy={save.isPending}
            onClick={() =>
              save.mutate({
                section: 'schedule',
                version: state.version,
                values: { schedule: moveSchedule(schedule, dates.start, event) },
              })
            }
          >
            Move it to the event
          </Button>
        </div>
      )}
      {save.errorText && <ErrorBox message={save.errorText} />}
      <div>
        <Button variant="secondary" onClick={() => setPasting(true)}>
          <ClipboardPaste size={18} />
          Paste a schedule
        </Button>
      </div>
      {isPasting && <PasteSchedule state={state} event={event} onClose={() => setPasting(false)} />}
      <div className="grid gap-6 2xl:grid-cols-2 2xl:items-start">
        {days.map((date) => {
          const title = schedule.find((day) => day.date === date)?.title ?? format(date);
          return (
            <section key={date} aria-label={title} className="grid gap-2">
              <h3 className="text-lg font-semibold">{title}</h3>
              <ul className="divide-y divide-hairline rounded-md border border-hairline empty:hidden">
                {entries
                  .filter((entry) => entry.date === date)
                  .map((entry) => (
                    <li key={entry.key}>
                      <button
                        type="button"
                        className="grid min-h-12 w-full grid-cols-[7rem_1fr] items-center gap-3 px-3 py-2 text-left hover:bg-surface-2"
                        onClick={() => setOpen(entry)}
                      >
                        <span className="tabular text-sm text-muted">{entry.time}</span>
                        <span className="wrap-anywhere">
                          {entry.title}
                          {entry.place && <span className="text-muted"> · {entry.place}</span>}
                        </span>
                      </button>
                    </li>
                  ))}
              </ul>
              <div>
                <Button variant="secondary" size="compact" onClick={() => addTo(date)}>
                  <Plus size={18} />
                  Add to {format(date)}
                </Button>
              </div>
            </section>
          );
        })}
      </div>
      {open && (
        <ScheduleItemDialog
          key={open.key}
          state={state}
          entry={open}
          place={event}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
