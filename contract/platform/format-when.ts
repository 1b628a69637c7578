import { type FormatContext, formatDay, formatTime } from './format.ts';

/** `8:30 AM` of what has happened today, or by a clock that is behind; `Sat, Sep 20, 8:30 AM` of another day. */
export function formatWhen(
  moment: string | number | Date,
  context: FormatContext | undefined,
  now = new Date(),
): string {
  const [time, day] = [formatTime(moment, context), formatDay(moment, context)];
  return new Date(moment) > now || day === formatDay(now, context) ? time : `${day}, ${time}`;
}
