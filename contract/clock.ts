/** Formats the time of day in a time zone, as `08:41`. */
export function parseTimeOfDay(at: string | Date, timeZone: string | undefined): string {
  const format = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', format).format(new Date(at));
}
