import { Document, type PageContext } from './document.tsx';

/** The landing page. */
export function Landing(context: PageContext) {
  const { event } = context;
  return (
    <Document {...context} path="/" title={`${event.name} · ${event.tagline}`} description={event.hero.lede}>
      <h1 className="text-hero">{event.hero.title}</h1>
    </Document>
  );
}
