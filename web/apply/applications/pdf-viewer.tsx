import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getDocument } from 'unpdf/pdfjs';
import { queryClient } from '../../lib/call.ts';
import { joinClasses } from '../../lib/classes.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox, Skeleton } from '../../ui/page-states.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { documentQuery } from './applications.api.ts';

const maxPages = 20;
type Pdf = Awaited<ReturnType<typeof getDocument>['promise']>;

async function open(url: string): Promise<Pdf> {
  const bytes = await queryClient.ensureQueryData(documentQuery(url));
  // Drawn on a canvas, so that nothing inside a document can run. The library takes over its bytes, hence the copy.
  return getDocument({ data: bytes.slice(), enableXfa: false }).promise;
}

/** A PDF drawn page by page, at most 20 pages. */
export default function PdfViewer({ url, label }: { url: string; label: string }) {
  const [isLarge, setLarge] = useState(false);
  const { data: pdf, error } = useQuery({
    queryKey: ['pdf', url, 'opened'],
    queryFn: () => open(url),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  if (error) return <ErrorBox message="This document cannot be shown here. Download it instead." />;
  if (!pdf) return <Skeleton text="Loading document..." />;
  const shown = Math.min(pdf.numPages, maxPages);
  const pages = Array.from({ length: shown }, (_, index) => index + 1);
  return (
    <ScrollRegion label={label} className="min-h-0 flex-1 overflow-auto rounded-md bg-surface-2 p-3">
      <Button variant="ghost" size="sm" className="sticky left-0 mb-1" onClick={() => setLarge(!isLarge)}>
        {isLarge ? 'Fit to width' : 'Enlarge'}
      </Button>
      <div className={joinClasses('grid gap-3', isLarge && 'w-[220%]')}>
        {pages.map((number) => (
          <Page
            key={`${number} ${isLarge}`}
            pdf={pdf}
            number={number}
            label={`${label}, page ${number} of ${pdf.numPages}`}
          />
        ))}
      </div>
      {pdf.numPages > shown && (
        <p className="text-sm text-muted">
          The first {shown} of {pdf.numPages} pages. Download the document for the rest.
        </p>
      )}
    </ScrollRegion>
  );
}

function Page({ pdf, number, label }: { pdf: Pdf; number: number; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let stopped = false;
    let stop = () => {};
    (async () => {
      const page = await pdf.getPage(number);
      const target = canvas.current;
      if (!target || stopped) return;
      const natural = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({
        scale: Math.min(3, (target.clientWidth * devicePixelRatio) / natural.width),
      });
      target.width = viewport.width;
      target.height = viewport.height;
      const task = page.render({ canvas: target, viewport });
      stop = () => task.cancel();
      await task.promise;
    })().catch(() => setFailed(!stopped));
    return () => {
      stopped = true;
      stop();
    };
  }, [pdf, number]);
  if (failed) return <p className="text-sm text-muted">Page {number} cannot be drawn.</p>;
  return <canvas ref={canvas} role="img" aria-label={label} className="w-full bg-white" />;
}
