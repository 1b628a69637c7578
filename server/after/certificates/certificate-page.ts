import type { Event } from '../../../contract/event/event.ts';
import type { CachedPage } from '../../platform/http/cached-pages.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { createPlainPage } from '../../platform/http/plain-page.ts';

/** Creates the page that verifies a certificate; without a name, it says that there is no such certificate. */
export function createCertificatePage(
  { name: site, dates, place }: Pick<Event, 'name' | 'dates' | 'place'>,
  name: string | undefined,
): CachedPage {
  if (name === undefined)
    return createPlainPage({
      site,
      title: 'No such certificate',
      main: '<h1>No such certificate.</h1>\n<p>Compare the address with the one on the certificate, letter by letter. If it is the same, the certificate is not genuine, or the person has deleted their account.</p>',
    });
  return createPlainPage({
    site,
    title: 'Certificate of participation',
    moreStyles: 'h2 { margin: 0; overflow-wrap: anywhere; }',
    main: `<h1>This certificate is genuine.</h1>
<p>It certifies that</p>
<h2>${escapeHtml(name)}</h2>
<p>took part in ${escapeHtml(site)}, ${escapeHtml(dates.label)} at ${escapeHtml(place)}.</p>
<p>Compare the name with the one on the certificate.</p>`,
  });
}
