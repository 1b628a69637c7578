import { getDateFormatter } from './date-formatter.ts';

/** The event's locale and time zone for dates and numbers; without a time zone, the device's. */
export interface FormatContext {
  locale?: string;
  timezone?: string;
}
type Moment = string | number | Date;

const defaultLocale = 'en-US';

// Browsers use different kinds of spaces before "AM" and around a dash.
const plainSpaces = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ');

function format(moment: Moment, context: FormatContext | undefined, options: Intl.DateTimeFormatOptions) {
  const { locale = defaultLocale, timezone: timeZone } = context ?? {};
  return plainSpaces(getDateFormatter(locale, { timeZone, ...options }).format(new Date(moment)));
}

/** `8:30 AM` */
export function formatTime(moment: Moment, context?: FormatContext): string {
  return format(moment, context, { hour: 'numeric', minute: '2-digit' });
}

/** `6 PM`, or `18:00` in locales that would write a bare number. */
export function formatClockHour(moment: Moment, context?: FormatContext): string {
  const hour = format(moment, context, { hour: 'numeric' });
  return /^\d+$/.test(hour) ? format(moment, context, { hour: '2-digit', minute: '2-digit' }) : hour;
}

/** `Sat 1 PM`, `Sat 13:00` */
export function formatHour(moment: Moment, context?: FormatContext): string {
  return `${format(moment, context, { weekday: 'short' })} ${formatClockHour(moment, context)}`;
}

/** `Sat, Sep 20` */
export function formatDay(moment: Moment, context?: FormatContext): string {
  return format(moment, context, { weekday: 'short', month: 'short', day: 'numeric' });
}

/** `Sep 20, 2025` */
export function formatDate(moment: Moment, context?: FormatContext): string {
  return format(moment, context, { month: 'short', day: 'numeric', year: 'numeric' });
}

/**
 * `Sat, Sep 20, 8:30 AM`, or `8:30 AM MST` for a reader who may be in another time zone: on a device that is, and in whatever
 * the server writes. A narrow column breaks it before the time at the latest, not before AM.
 */
export function formatDateTime(moment: Moment, context?: FormatContext): string {
  const write = (where: FormatContext | undefined, zone?: Intl.DateTimeFormatOptions) =>
    `${formatDay(moment, where)}, ${format(moment, where, { hour: 'numeric', minute: '2-digit', ...zone }).replaceAll(' ', '\u00a0')}`;
  const here = write(context);
  const isElsewhere =
    context?.timezone !== undefined &&
    ('process' in globalThis || here !== write({ ...context, timezone: undefined }));
  return isElsewhere ? write(context, { timeZoneName: 'short' }) : here;
}

/** `September 20–21, 2025`, from two days such as `2025-09-20`. */
export function formatDateRange(start: string, end: string, locale: string = defaultLocale): string {
  const formatter = getDateFormatter(locale, {
    timeZone: 'UTC',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  });
  const range = plainSpaces(formatter.formatRange(new Date(start), new Date(end)));
  return start.slice(0, 7) === end.slice(0, 7) ? range.replace(' – ', '–') : range;
}

/** `just now`, `at 9:14 PM` today, `Tuesday, 9:14 PM` within the last week, else `Sat, Sep 20, 9:14 PM`. */
export function formatRecent(moment: Moment, context: FormatContext | undefined, now: Date): string {
  const days = (now.getTime() - new Date(moment).getTime()) / 86_400_000;
  if (days < 1 / 1440) return 'just now';
  if (formatDate(moment, context) === formatDate(now, context)) return `at ${formatTime(moment, context)}`;
  if (days >= 6.5) return formatDateTime(moment, context);
  return `${format(moment, context, { weekday: 'long' })}, ${formatTime(moment, context)}`;
}

/** `3 s ago`, `5 min ago`, `2 h ago`, `4 d ago`; the date from two weeks on. */
export function formatAgo(moment: Moment, context: FormatContext | undefined, now: Date = new Date()) {
  const seconds = Math.max(0, Math.round((now.getTime() - new Date(moment).getTime()) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  if (seconds < 14 * 86_400) return `${Math.floor(seconds / 86_400)} d ago`;
  return formatDate(moment, context);
}

/** `in 5 minutes`, `in 12 hours`, `in 3 days` */
export function formatAhead(moment: Moment, now: Date = new Date()): string {
  const minutes = Math.max(1, Math.round((new Date(moment).getTime() - now.getTime()) / 60_000));
  if (minutes < 90) return `in ${formatCount(minutes, 'minute')}`;
  if (minutes < 36 * 60) return `in ${formatCount(Math.round(minutes / 60), 'hour')}`;
  return `in ${formatCount(Math.round(minutes / (24 * 60)), 'day')}`;
}

/** `1,204` */
export function formatNumber(value: number, { locale = defaultLocale }: FormatContext = {}): string {
  return value.toLocaleString(locale);
}

/** `1 badge`, `3 badges`, `2 people` */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `640 KB`, `1.2 MB` */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };

/** `2nd place`, `tied for 1st place` */
export function formatRank(rank: number, tied: boolean): string {
  const ordinal = new Intl.PluralRules('en', { type: 'ordinal' }).select(rank);
  return `${tied ? 'tied for ' : ''}${rank}${suffixes[ordinal] ?? 'th'} place`;
}
