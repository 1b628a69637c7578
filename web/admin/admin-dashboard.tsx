import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../contract/pages.ts';
import { texts } from '../../contract/texts.ts';
import { joinClasses } from '../lib/classes.ts';
import { useMediaQuery } from '../lib/media-query.ts';
import { useTitle } from '../lib/title.ts';
import { Button } from '../ui/button.tsx';
import { CommandPalette } from '../ui/command-palette.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { ApplicationDetail } from './application-detail.tsx';
import { ApplicationList } from './application-list.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { DocumentViewer } from './document-viewer.tsx';
import { ApplicationFigures, useFiguresToggle } from './figures.tsx';
import { SearchForm } from './search/search-form.tsx';
import { SearchResultCard } from './search/search-result-card.tsx';
import { SearchResults } from './search/search-results.tsx';
import { SearchWarning } from './search/search-warning.tsx';
import { useSearch } from './search/use-search.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { StatusFilterButtons } from './status-filter.tsx';
import { useApplicationReview } from './use-application-review.ts';
import { useBulkChange } from './use-bulk-change.ts';
import { usePageKeys } from './use-page-keys.ts';
import { useShortcutsToggle } from './use-shortcuts.ts';

/** The organisers' page: the list of applications beside the one that is chosen, and beside that its resume. */
export default function AdminDashboard() {
  useTitle(texts.admin.title);
  const review = useApplicationReview();
  const { current, view, list, selectedId, selection, reading } = review;
  const search = useSearch();
  const bulk = useBulkChange();
  const shortcuts = useShortcutsToggle();
  const figures = useFiguresToggle();
  const [sheet, setSheet] = useState(false);
  const narrow = useMediaQuery('(max-width: 1023px)');
  // On a phone, a link to one application shows that application, not the list above it.
  const [listShown, setListShown] = useState(!selectedId);
  const shownId = search.chosen?.application._id ?? selectedId;

  function setFilter(next: typeof view.filter) {
    review.setFilter(next);
    search.choose(undefined);
    setListShown(true);
  }
  // An application and a search result are never open at once.
  function select(id: string | undefined) {
    search.choose(undefined);
    review.select(id);
  }
  function choose(id: string) {
    review.select(undefined);
    search.choose(id);
  }
  function move(step: 1 | -1) {
    if (search.shown) {
      review.select(undefined);
      search.move(step);
    } else {
      search.choose(undefined);
      review.move(step);
    }
  }
  const commands = usePageKeys({
    review,
    on: shortcuts.on,
    move,
    setFilter,
    deselect: () => select(undefined),
    openSheet: () => setSheet(true),
  });

  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1} className="text-2xl sm:text-3xl">
          {texts.admin.title}
        </h1>
        <StatusFilterButtons value={view.filter} onChange={setFilter} />
      </div>
      {figures.shown && <ApplicationFigures />}
      <SearchForm search={search} />
      <SearchWarning search={search} />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="sm"
          className="lg:hidden"
          aria-expanded={listShown}
          aria-controls="application-list"
          onClick={() => setListShown(!listShown)}
        >
          {listShown ? 'Hide list' : 'Show list'}
        </Button>
        {search.answer && (
          <Button variant="secondary" size="sm" onClick={() => search.show(!search.shown)}>
            {search.shown
              ? texts.search.viewApplications
              : `${texts.search.viewResults} (${search.answer.results.length})`}
          </Button>
        )}
        <Button variant="ghost" size="sm" aria-expanded={figures.shown} onClick={figures.toggle}>
          {figures.shown ? 'Hide figures' : 'Show figures'}
        </Button>
        <LinkButton href={paths.checkInOverview} variant="ghost" size="sm">
          Door and volunteers
        </LinkButton>
        <Button variant="ghost" size="sm" className="max-sm:hidden" onClick={() => setSheet(true)}>
          <Keyboard size={18} aria-hidden="true" />
          Keyboard shortcuts
        </Button>
      </div>
      {bulk.run && (
        <BulkProgress run={bulk.run} onStop={bulk.stop} onDismiss={bulk.dismiss} onRetry={bulk.retry} />
      )}
      <div
        className={joinClasses(
          'grid items-start gap-6',
          reading && shownId
            ? // Three columns need more than the page's measure.
              'xl:relative xl:left-1/2 xl:w-[min(100vw-5rem,110rem)] xl:-translate-x-1/2 max-xl:lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)_minmax(0,1.2fr)]'
            : 'lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]',
        )}
      >
        <div id="application-list" className="lg:sticky lg:top-20">
          {(listShown || !narrow) && search.shown && (
            <SearchResults
              search={search}
              onChoose={(id) => {
                choose(id);
                setListShown(false);
              }}
            />
          )}
          {(listShown || !narrow) && !search.shown && (
            <ApplicationList
              ref={review.handle}
              view={view}
              onText={review.setText}
              onSort={review.setSort}
              list={list}
              selectedId={selectedId}
              ticked={selection.selected}
              onTick={selection.toggle}
              onTickAll={() => void review.selectAll()}
              onSelect={(id) => {
                select(id);
                // On a phone the chosen application takes the list's place.
                setListShown(false);
              }}
            />
          )}
        </div>
        <div className="grid gap-6">
          {search.chosen && <SearchResultCard result={search.chosen} />}
          <ApplicationDetail
            id={shownId}
            known={current}
            empty={search.shown ? texts.admin.noResultSelected : texts.admin.nothingSelected}
            review={review}
            shortcuts={shortcuts.on && !search.chosen}
          />
        </div>
        {reading && shownId && (
          <DocumentViewer
            id={shownId}
            known={current}
            reading={reading}
            onClose={() => review.read(undefined)}
          />
        )}
      </div>
      <BulkBar
        selected={selection.selected}
        onClear={selection.clear}
        onChange={(applications, status) => {
          selection.clear();
          bulk.start(applications, status);
        }}
      />
      <CommandPalette commands={commands} />
      <ShortcutSheet
        open={sheet}
        onClose={() => setSheet(false)}
        on={shortcuts.on}
        onChange={shortcuts.change}
      />
    </div>
  );
}
