import { useState } from 'react';
import type { EventDocument } from '../../../contract/event/event.ts';
import type { SectionState } from '../../../contract/event/settings.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { Checkbox, Field, Textarea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { nameDay, parseSchedule } from './paste-schedule.ts';
import { isElsewhere, listDays, toEntries, toSchedule } from './schedule-entries.ts';
import { useSaveSchedule } from './settings.api.ts';

interface PasteScheduleProps {
  state: SectionState;
  event: EventView;
  onClose: () => void;
}

/** Rows from a sheet or a document, looked at before they are added to the schedule. */
export default function PasteScheduleDialog({ state, event, onClose }: PasteScheduleProps) {
  const { locale, dates } = event;
  const [pasted, setPasted] = useState('');
  const save = useSaveSchedule();
  const stored = state.values.schedule as EventDocument['schedule'];
  // The example's schedule is on days of its own, and gives way.
  const isOld = isElsewhere(stored, dates);
  const [replaces, setReplaces] = useState(false);
  const schedule = isOld || replaces ? [] : stored;
  const known = new Set(toEntries(schedule).map(({ date, start, title }) => `${date} ${start} ${title}`));
  const { rows, unread } = parseSchedule(pasted, listDays(schedule, dates), locale);
  const added = rows.filter(({ key }) => !known.has(key));
  const submit = () => {
    const values = { schedule: toSchedule([...toEntries(schedule), ...added], schedule, event) };
    save.mutate({ section: 'schedule', version: state.version, values }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      wide
      onClose={onClose}
      onSubmit={submit}
      action={save}
      confirmLabel={added.length > 0 ? `Add ${formatCount(added.length, 'row')}` : 'Add rows'}
      disabled={added.length === 0}
      title="Paste a schedule"
      description="From a sheet or a document: a time, a title and a place on each line, under its day."
    >
      <Field label="What you copied" hint="Such as: 9:00–9:30 AM Opening @ Main hall">
        <Textarea className="font-mono text-sm" value={pasted} onValueChange={setPasted} />
      </Field>
      {rows.length > 0 && (
        <table className="w-full text-left text-sm">
          <caption className="pb-2 text-left font-semibold">
            {formatCount(added.length, 'new row')}
            {rows.length > added.length && `, ${rows.length - added.length} already there`}
          </caption>
          <thead className="text-muted">
            <tr>
              {['Day', 'Time', 'Title', 'Place'].map((heading) => (
                <th key={heading} scope="col" className="py-1 pr-3 font-normal">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-hairline">
            {added.map(({ key, date, time, title, place }) => (
              <tr key={key} className="align-top wrap-anywhere">
                <td className="py-1.5 pr-3">{nameDay(date, locale)}</td>
                <td className="tabular py-1.5 pr-3 sm:whitespace-nowrap">{time}</td>
                <td className="py-1.5 pr-3">{title}</td>
                <td className="py-1.5">{place}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {unread.length > 0 && (
        <div role="status" className="text-sm">
          <p className="font-semibold">Left out: no time</p>
          <ul className="text-muted">
            {unread.slice(0, 10).map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text, in their order.
              <li key={at} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
          {unread.length > 10 && <p>and {unread.length - 10} more</p>}
        </div>
      )}
      {stored.length > 0 && !isOld && (
        <Checkbox
          label={`Remove the ${formatCount(toEntries(stored).length, 'current row')}`}
          checked={replaces}
          onCheckedChange={setReplaces}
        />
      )}
    </FormDialog>
  );
}
