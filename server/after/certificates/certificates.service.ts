import type * as contract from '../../../contract/after/certificates.ts';
import { getEventPhase } from '../../../contract/event/phases.ts';
import { getTimesOf } from '../../../contract/event/program.ts';
import { colors } from '../../../contract/platform/colors.ts';
import { isUuid } from '../../../contract/platform/uuid.ts';
import { entranceId } from '../../apply/applications/applications.views.ts';
import { getPreviewAddress } from '../../event/preview-picture.ts';
import { type CachedPage, sendCachedPage } from '../../platform/http/cached-pages.ts';
import type { Call, HttpCall } from '../../platform/http/call.ts';
import { Download } from '../../platform/http/download.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { createPlainPage } from '../../platform/http/plain-page.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { drawCertificates } from './certificate-pdf.ts';
import { selectAttendee, selectAttendees } from './certificates.queries.ts';
import { certificateRefusal } from './certificates.rules.ts';
import { loadTypefaces, splitIntoRuns, type Typeface } from './typefaces.ts';

type Needs = Pick<Services, 'db' | 'event' | 'files' | 'now' | 'config'>;

function toPrinted({ config }: Needs, { name, certificateId }: { name: string; certificateId: string }) {
  return { name, address: new URL(`/api/certificate/${certificateId}`, config.publicUrl).href };
}

/** Returns the event's typefaces. Throws `not_found` when it has no certificates. */
function loadEventTypefaces(services: Needs): Promise<Typeface[]> {
  const { event } = services;
  return loadTypefaces(services, (event.certificates ?? fail('not_found')).fonts);
}

/**
 * Returns the certificate of a person as PDF, in the name that organizers approved. Throws `not_found`, `certificate_not_there`, `certificate_too_early`, and
 * `certificate_unprintable` when no typeface has the whole name.
 */
export async function getMyCertificate(services: Needs, { actor }: Call<typeof contract.getMyCertificate>) {
  const { event, now } = services;
  const typefaces = await loadEventTypefaces(services);
  const attendee = await findAttendee(services, { column: 'id', value: actor.id });
  const isOver = hasEventEnded(services);
  failIf(certificateRefusal({ wasCheckedIn: attendee !== undefined, isOver }));
  const { missing } = splitIntoRuns(typefaces, attendee!.name);
  if (missing) fail('certificate_unprintable', { values: { characters: missing } });
  const people = [toPrinted(services, attendee!)];
  return new Download('certificate.pdf', await drawCertificates(typefaces, { event, people, at: now() }));
}

/** Sends the page that verifies a certificate; 404 if this event did not issue it. */
export async function getCertificatePage(
  services: Needs,
  { params, request, reply }: HttpCall<typeof contract.getCertificatePage>,
) {
  // Organizers can print and hand them out before the event is over.
  const isPossible = services.event.certificates && isUuid(params.id);
  const by = { column: 'certificate_id', value: params.id } as const;
  const attendee = isPossible ? await findAttendee(services, by) : undefined;
  const page = createCertificatePage(services, attendee?.name);
  return sendCachedPage(page, request, attendee ? reply : reply.status(404));
}

async function listPrinted(services: Needs) {
  const typefaces = await loadEventTypefaces(services);
  const checked = (await selectAttendees(services.db, entranceId(services.event))).map((attendee) => ({
    attendee,
    characters: splitIntoRuns(typefaces, attendee.name).missing,
  }));
  return {
    typefaces,
    printable: checked
      .filter(({ characters }) => !characters)
      .map(({ attendee }) => toPrinted(services, attendee)),
    unprintable: checked
      .filter(({ characters }) => characters)
      .map(({ attendee: { name }, characters }) => ({ name, characters })),
  };
}

/** Returns how many certificates there are, and whose names cannot be printed. Throws `not_found`. */
export async function getCertificates(services: Needs): Promise<contract.Certificates> {
  const { printable, unprintable } = await listPrinted(services);
  return { count: printable.length, unprintable };
}

/** Returns one PDF with everybody's certificate, by name, without the unprintable ones. Throws `not_found`, `certificates_none`. */
export async function exportCertificates(services: Needs) {
  const { typefaces, printable } = await listPrinted(services);
  if (printable.length === 0) fail('certificates_none');
  const content = { event: services.event, people: printable, at: services.now() };
  return new Download('certificates.pdf', await drawCertificates(typefaces, content));
}

/** Creates the page that verifies a certificate; without a name, it says that there is no such certificate. */
function createCertificatePage({ event, config }: Needs, name: string | undefined): CachedPage {
  const { name: title, shortName: site = title, dates, place } = event;
  if (name === undefined)
    return createPlainPage({
      site,
      title: 'No such certificate',
      main: '<h1>No such certificate.</h1>\n<p>Compare the address with the one on the certificate, letter by letter. If it is the same, the certificate is not genuine, or the person has deleted their account.</p>',
    });
  const participation = `took part in ${title}, ${dates.label} at ${place}.`;
  return createPlainPage({
    site,
    title: 'Certificate of participation',
    shared: {
      description: `It certifies that ${name} ${participation}`,
      picture: new URL(getPreviewAddress(event), config.publicUrl).href,
    },
    moreStyles: `article { max-width: 44rem; padding: 1.5rem; box-shadow: 8px 8px 0 ${colors.tangerine}; }
h2 { margin: 0; overflow-wrap: anywhere; }`,
    main: `<h1>This certificate is genuine.</h1>
<article>
<p>It certifies that</p>
<h2>${escapeHtml(name)}</h2>
<p>${escapeHtml(participation)}</p>
</article>
<p>Compare the name with the one on the certificate.</p>`,
  });
}

/** Finds somebody who was checked in at the entrance, by their own id or that of their certificate. */
export function findAttendee(
  { db, event }: Pick<Services, 'db' | 'event'>,
  by: { column: 'id' | 'certificate_id'; value: string },
) {
  return selectAttendee(db, entranceId(event), by);
}

/** Whether the last row of the schedule has ended. */
export function hasEventEnded({ event, now }: Pick<Services, 'event' | 'now'>): boolean {
  return getEventPhase(getTimesOf(event), now().getTime()) === 'over';
}
