import type { Event } from '../../contract/event/event.ts';
import { paths } from '../../contract/pages.ts';
import type { CachedPage } from '../platform/http/cached-pages.ts';
import { createPlainPage } from '../platform/http/plain-page.ts';

export function createReportedPage({ name }: Pick<Event, 'name'>): CachedPage {
  return createPlainPage({
    site: name,
    title: 'Reported',
    main: `<h1>Thank you. The organizers see your report.</h1>
<p><a href="${paths.projects}">All projects</a></p>`,
  });
}
