import { formatDate, formatTime } from './dates.ts';

/** A size in bytes as people read it: "640 KB", "1.2 MB". */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** A moment as date, or as time of day, in the event's time zone. */
export function formatInZone(
  moment: string | Date,
  timeZone: string | undefined,
  show: 'date' | 'time' | 'both',
): string {
  const [date, time] = [formatDate(moment, timeZone), formatTime(moment, timeZone)];
  return show === 'date' ? date : show === 'time' ? time : `${date}, ${time}`;
}

/** How long ago a moment was: "3 s ago", "5 min ago", "2 h ago", "4 d ago"; the date when it is two weeks or more. */
export function formatAgo(moment: string | Date, now: Date = new Date()): string {
  const seconds = Math.max(0, Math.round((now.getTime() - new Date(moment).getTime()) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return seconds < 14 * 86_400 ? `${Math.floor(seconds / 86_400)} d ago` : formatDate(moment);
}
