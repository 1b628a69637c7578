import { hour } from './durations.ts';

const shift = { idle: 14 * hour, absolute: 24 * hour };

/** How long sessions last, in milliseconds: `idle` without a call, `absolute` since the sign-in. */
export const sessionLifetimes = {
  hacker: { idle: 24 * hour, absolute: 7 * 24 * hour },
  volunteer: shift,
  mentor: shift,
  'application-reviewer': shift,
  'check-in-lead': shift,
  'judging-lead': shift,
  admin: { idle: 8 * hour, absolute: 24 * hour },
  judge: { absolute: 14 * hour },
  reviewer: { absolute: 12 * hour },
};
