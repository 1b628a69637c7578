import type { previewEmail as previewCall } from '../../../contract/apply/decisions.ts';
import type { HttpCall } from '../../platform/http/call.ts';
import type { Services } from '../../platform/services.ts';
import { toOfferedPlace } from '../places/offer-times.ts';
import { createWaitlistEmail } from '../places/place-emails.ts';
import { createDecisionEmail, createSubmissionEmail } from './application-emails.ts';

/** Sends an email in this wording as a page, as its reader would receive it; nothing on it runs or loads. */
export function previewEmail(
  { event: { ...event }, config, now }: Services,
  { actor: { name }, query: { kind, subject, text }, reply }: HttpCall<typeof previewCall>,
) {
  event.emails = { ...event.emails, [kind]: { subject, text } };
  const site = { event, config };
  const heldUntil = event.capacity === undefined ? null : toOfferedPlace(event, now()).held_until;
  const { html } =
    kind === 'received'
      ? createSubmissionEmail(site, { name, track: event.tracks[0]?.id ?? '' })
      : kind === 'waitlisted'
        ? createWaitlistEmail(site, { name })
        : createDecisionEmail(site, { name, status: kind, heldUntil });
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
    .send(html);
}
