const maxAge = 48 * 3_600_000;

/** Returns the time that a station reports; null (for now) when it is in the future or more than two days ago. */
export function toPlausibleTime(at: string, now: Date): Date | null {
  const reported = new Date(at);
  const age = now.getTime() - reported.getTime();
  return age >= 0 && age < maxAge ? reported : null;
}
