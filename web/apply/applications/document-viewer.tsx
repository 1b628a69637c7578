import X from 'lucide:x';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../ui/page-states.tsx';
import { applicationByIdQuery } from './applications.api.ts';
import { loadPdfViewer } from './load-pdf-viewer.ts';
import type { OpenDocument } from './use-view-state.ts';

const PdfViewer = lazyPart(loadPdfViewer, <Skeleton text="Loading document..." />);

const titles: Record<OpenDocument, string> = { resume: 'Resume', deck: 'Pitch deck' };

interface DocumentViewerProps {
  id: string;
  known: Application | undefined;
  reading: OpenDocument;
  onClose: () => void;
}

/** A document beside its application. It stays open when another application is selected. */
export function DocumentViewer({ id, known, reading, onClose }: DocumentViewerProps) {
  const { data } = useQuery({
    ...applicationByIdQuery(id),
    placeholderData: known?._id === id ? known : undefined,
  });
  const viewer = useRef<HTMLElement>(null);
  // Its focus returns to what opened it.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const element = viewer.current;
    // As a sheet it covers what opened it.
    if (matchMedia('(max-width: 1279px)').matches) element?.querySelector('button')?.focus();
    return () => {
      if (element?.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const title = titles[reading];
  const url = reading === 'resume' ? data?.resumeUrl : data?.pitchDeckUrl;
  return (
    <aside
      ref={viewer}
      aria-label={title}
      data-document
      className="flex flex-col gap-3 border-hairline bg-surface p-4 max-xl:fixed max-xl:top-0 max-xl:right-0 max-xl:bottom-(--toast-room) max-xl:z-(--z-sheet) max-xl:w-full max-xl:max-w-xl max-xl:border-l-2 xl:min-h-0 xl:rounded-lg xl:border"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="min-w-0 truncate text-lg">
          {title}
          {data && <span className="font-normal text-muted"> · {data.user.name}</span>}
        </h2>
        <Button variant="ghost" size="sm" onClick={onClose}>
          <X size={18} />
          Close
        </Button>
      </div>
      {url ? (
        <PdfViewer key={url} url={url} label={title} />
      ) : (
        data && <EmptyState text={`There is no ${title.toLowerCase()}.`} />
      )}
    </aside>
  );
}
