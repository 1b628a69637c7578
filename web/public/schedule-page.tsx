import { Document, type PageContext } from './document.tsx';

/** The schedule of the event's days. */
export function SchedulePage(context: PageContext) {
  const { event } = context;
  return (
    <Document
      {...context}
      path="/schedule"
      title={`Event schedule · ${event.name}`}
      description={event.badge}
    >
      <h1 className="text-hero">event schedule</h1>
    </Document>
  );
}
