import X from 'lucide:x';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';
import { texts } from '../../../contract/texts.ts';
import { joinClasses } from '../../lib/classes.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useMediaQuery } from '../../lib/media-query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../ui/page-states.tsx';
import { ApplicationDetail } from './application-detail.tsx';
import { ApplicationList } from './application-list.tsx';
import { applicationByIdQuery, applicationCountsQuery } from './applications.api.ts';
import { loadPdfViewer } from './load-pdf-viewer.ts';
import { SearchResultCard, SearchResults } from './search/search-results.tsx';
import type { DashboardState } from './use-dashboard.ts';
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
function DocumentViewer({ id, known, reading, onClose }: DocumentViewerProps) {
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

const ReviewBar = lazyPart(() => import('./reviews/review-bar.tsx'));

interface DashboardPanesProps {
  dashboard: DashboardState;
  shortcuts: boolean;
  isReviewing: boolean;
  /** Whether the reader chose columns; they are shown from 1280 px while no application is open. */
  wantsTable: boolean;
}

/** The list, the open application, and its document: side by side as far as the window allows, each scrolling by itself. */
export function DashboardPanes({ dashboard, shortcuts, isReviewing, wantsTable }: DashboardPanesProps) {
  const { review, search, openId } = dashboard;
  const { current, reading } = review;
  const isNarrow = useMediaQuery('(max-width: 1023px)');
  const isWide = useMediaQuery('(min-width: 1280px)');
  // While nobody has applied, the table says so in full width.
  const { data: counts } = useQuery(applicationCountsQuery);
  const isEmpty = counts?.all === 0;
  const isTable = isWide && (wantsTable || isEmpty) && !openId && !search.shown;
  const pane = useRef<HTMLDivElement>(null);
  const shownId = useRef(openId);
  useLayoutEffect(() => {
    // What opened it had the focus, and may be gone.
    if (openId !== shownId.current && document.activeElement === document.body)
      pane.current?.focus({ preventScroll: true });
    shownId.current = openId;
  }, [openId]);
  return (
    <div
      className={joinClasses(
        'grid grid-cols-1 gap-3 lg:min-h-88 lg:flex-1 lg:grid-rows-[minmax(0,1fr)]',
        isTable
          ? ''
          : reading && openId
            ? 'lg:grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)] xl:grid-cols-[minmax(17rem,24rem)_minmax(0,1fr)_minmax(0,1.2fr)]'
            : 'lg:grid-cols-[minmax(20rem,28rem)_minmax(0,1fr)]',
      )}
    >
      <div
        id="application-list"
        tabIndex={-1}
        className="min-w-0 outline-none lg:flex lg:min-h-0 lg:flex-col"
      >
        {(dashboard.isListShown || !isNarrow) &&
          (search.shown ? (
            <SearchResults
              search={search}
              onChoose={dashboard.selectResult}
              ticked={review.selection.selected}
              onTick={review.selection.toggle}
              onTickAll={review.selection.add}
              toFocus={review.toFocus}
              offset={dashboard.offsetOf(`“${search.asked}”`)}
            />
          ) : (
            <ApplicationList
              review={review}
              asTable={isTable}
              onSelect={dashboard.selectApplication}
              offsetOf={dashboard.offsetOf}
            >
              {(isReviewing || review.view.share) && (
                <ReviewBar view={review.view} onShare={review.setShare} />
              )}
            </ApplicationList>
          ))}
      </div>
      {/* A new application starts at its top. */}
      {!isTable && (
        <div
          key={openId}
          ref={pane}
          id="application-detail"
          tabIndex={-1}
          className={joinClasses(
            'grid min-w-0 grid-cols-1 gap-3 outline-none lg:min-h-0 lg:overflow-y-auto',
            openId ? 'content-start' : 'place-content-center lg:rounded-lg lg:border lg:border-hairline',
          )}
        >
          {search.chosen && <SearchResultCard result={search.chosen} />}
          <ApplicationDetail
            id={openId}
            known={search.chosen ? undefined : current}
            empty={search.shown ? texts.admin.noResultSelected : texts.admin.nothingSelected}
            review={review}
            shortcuts={shortcuts}
            onRated={isReviewing && shortcuts ? () => dashboard.move(1) : undefined}
          />
        </div>
      )}
      {reading && openId && (
        <DocumentViewer
          id={openId}
          known={current}
          reading={reading}
          onClose={() => review.read(undefined)}
        />
      )}
    </div>
  );
}
