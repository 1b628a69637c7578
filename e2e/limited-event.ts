import { withEvent } from './site.ts';

interface Settings {
  capacity: number;
  answerBy?: { hours: number };
  waitlist?: boolean;
  showUpRate?: number;
  help?: { topics: string[] };
}

export const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Returns the environment of a new site whose event limits its places; it begins in 30 days. */
export function limitedEvent(settings: Settings): Record<string, string> {
  return withEvent({ waitlist: true, dates: { start: dateIn(30), end: dateIn(31) }, ...settings });
}
