/** Returns why an applicant cannot ask again or name somebody else: after a refusal, only organizers ask. */
export function askAgainRefusal(guardian: { declinedAt: Date | null } | undefined) {
  return guardian?.declinedAt ? 'guardian_declined' : undefined;
}
