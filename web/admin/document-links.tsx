import { FileText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Application } from '../../contract/applications.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

// The reader of PDFs is large and only organisers who open one need it.
const PdfViewer = lazy(() => import('./pdf-viewer.tsx'));

/** Resume and pitch deck: read here, or downloaded. */
export function DocumentLinks({ application }: { application: Application }) {
  const documents = [
    { label: 'Resume', url: application.resumeUrl },
    { label: 'Pitch deck', url: application.pitchDeckUrl },
  ].filter((document): document is { label: string; url: string } => document.url !== null);
  const [open, setOpen] = useState<string>();
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="documents">
      <h3 id="documents" className="text-lg">
        Documents
      </h3>
      <ul className="mt-3 grid gap-4">
        {documents.map(({ label, url }) => (
          <li key={label}>
            <div className="flex flex-wrap items-center gap-3">
              <Button
                variant="secondary"
                size="sm"
                aria-expanded={open === url}
                data-shortcut={label === 'Resume' ? 'o' : undefined}
                onClick={() => setOpen(open === url ? undefined : url)}
              >
                <FileText size={18} aria-hidden="true" />
                {open === url ? `Close ${label.toLowerCase()}` : `Read ${label.toLowerCase()}`}
              </Button>
              <a className="link text-sm" href={url}>
                Download {label.toLowerCase()}
              </a>
            </div>
            {open === url && (
              <Suspense fallback={<Skeleton text="Loading document..." />}>
                <PdfViewer url={url} label={label} />
              </Suspense>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
