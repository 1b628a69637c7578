const oldest = 48 * 3_600_000;

/** When a station says that it happened, or null (now) when its clock is ahead or more than two days behind. */
export function toPlausibleTime(at: string, now: Date): Date | null {
  const said = new Date(at);
  const age = now.getTime() - said.getTime();
  return age >= 0 && age < oldest ? said : null;
}
