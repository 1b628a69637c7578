import type { Certificates } from '../../../contract/after/certificates.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { findNameAtEvent, hasEventEnded, listAttendeeNames } from './attendees.service.ts';
import { drawCertificates } from './certificate-pdf.ts';
import { certificateRefusal } from './certificates.rules.ts';
import { loadTypefaces, splitIntoRuns, type Typeface } from './typefaces.ts';

type Needs = Pick<Services, 'db' | 'event' | 'now'>;

/** Returns the event's typefaces. Throws `not_found` when it has no certificates. */
function loadEventTypefaces({ event }: Needs): Promise<Typeface[]> {
  return loadTypefaces((event.certificates ?? fail('not_found')).fonts);
}

/**
 * Returns the certificate of a person as PDF, in the name that organizers approved. Throws `not_found`, `certificate_not_there`, `certificate_too_early`, and
 * `certificate_unprintable` when no typeface has the whole name.
 */
export async function getMyCertificate(services: Needs, userId: string) {
  const { event, now } = services;
  const typefaces = await loadEventTypefaces(services);
  const name = await findNameAtEvent(services, userId);
  const isOver = hasEventEnded(services);
  failIf(certificateRefusal({ wasCheckedIn: name !== undefined, isOver }));
  const { missing } = splitIntoRuns(typefaces, name!);
  if (missing) fail('certificate_unprintable', { values: { characters: missing } });
  return drawCertificates(typefaces, { event, names: [name!], at: now() });
}

async function listNames(services: Needs) {
  const typefaces = await loadEventTypefaces(services);
  const names = await listAttendeeNames(services);
  const checked = names.map((name) => ({ name, characters: splitIntoRuns(typefaces, name).missing }));
  return {
    typefaces,
    printable: checked.filter(({ characters }) => !characters).map(({ name }) => name),
    unprintable: checked.filter(({ characters }) => characters),
  };
}

/** Returns how many certificates there are, and whose names cannot be printed. Throws `not_found`. */
export async function getCertificates(services: Needs): Promise<Certificates> {
  const { printable, unprintable } = await listNames(services);
  return { count: printable.length, unprintable };
}

/** Returns one PDF with everybody's certificate, by name, without the unprintable ones. Throws `not_found`, `certificates_none`. */
export async function exportCertificates(services: Needs) {
  const { typefaces, printable } = await listNames(services);
  if (printable.length === 0) fail('certificates_none');
  return drawCertificates(typefaces, { event: services.event, names: printable, at: services.now() });
}
