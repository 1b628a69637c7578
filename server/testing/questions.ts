import type { Event } from '../../contract/event.ts';
import type { TestApp } from './app.ts';

const links = [{ label: 'Code of conduct', url: 'https://example.org/conduct' }];

/** A required agreement and an optional one. */
export const testAgreements = [
  {
    id: 'conduct',
    version: '1',
    title: 'Code of conduct',
    text: 'I follow the code.',
    links,
    required: true,
  },
  {
    ...{ id: 'resume-book', version: '1', title: 'Resume book', links: [], required: false },
    text: 'Sponsors may read my resume.',
  },
] as const satisfies readonly unknown[];

/** Has a test's event ask for agreements. */
export function askAgreements(
  { services }: Pick<TestApp, 'services'>,
  agreements: readonly unknown[] = testAgreements,
): void {
  services.event = { ...services.event, agreements: agreements as Event['agreements'] };
}
