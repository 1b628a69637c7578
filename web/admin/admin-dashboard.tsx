import { Keyboard } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { texts } from '../../contract/texts.ts';
import { useMediaQuery } from '../lib/media-query.ts';
import { useTitle } from '../lib/title.ts';
import { Button } from '../ui/button.tsx';
import { ApplicationDetail } from './application-detail.tsx';
import { ApplicationList } from './application-list.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { SearchForm } from './search/search-form.tsx';
import { SearchResultCard } from './search/search-result-card.tsx';
import { SearchResults } from './search/search-results.tsx';
import { SearchWarning } from './search/search-warning.tsx';
import { useSearch } from './search/use-search.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { StatusFilterButtons } from './status-filter.tsx';
import { useBulkChange } from './use-bulk-change.ts';
import { useReview } from './use-review.ts';
import { useSelection } from './use-selection.ts';
import { useShortcutSwitch, useShortcuts } from './use-shortcuts.ts';

// The charts are looked at now and then; their code waits until then.
const Overview = lazy(() => import('./overview.tsx'));

/** The organisers' page: the list of applications beside the one that is chosen. */
export default function AdminDashboard() {
  useTitle(texts.admin.title);
  const review = useReview();
  const { current, filter, list, decide, selectedId } = review;
  const search = useSearch();
  const { selected, toggle, extendTo, clear } = useSelection();
  const bulk = useBulkChange();
  const shortcuts = useShortcutSwitch();
  const [sheet, setSheet] = useState(false);
  const [charts, setCharts] = useState(false);
  const narrow = useMediaQuery('(max-width: 1023px)');
  // On a phone, a link to one application shows that application, not the list above it.
  const [listShown, setListShown] = useState(!selectedId);

  function setFilter(next: typeof filter) {
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
  useShortcuts(
    {
      j: () => move(1),
      k: () => move(-1),
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      a: () => current && decide(current, 'approved'),
      r: () => current && decide(current, 'rejected'),
      x: () => current && toggle(current),
      'Shift+x': () => current && extendTo(list.rows, current),
      o: () => document.querySelector<HTMLElement>('[data-shortcut="o"]')?.click(),
      '1': () => setFilter('all'),
      '2': () => setFilter('pending'),
      '3': () => setFilter('approved'),
      '4': () => setFilter('rejected'),
      '/': () => document.querySelector<HTMLElement>('[data-shortcut="/"]')?.focus(),
      Escape: () => (selected.size > 0 ? clear() : select(undefined)),
    },
    { on: shortcuts.on, always: { '?': () => setSheet(true) } },
  );

  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1} className="text-2xl sm:text-3xl">
          {texts.admin.title}
        </h1>
        <StatusFilterButtons value={filter} onChange={setFilter} />
      </div>
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
        <Button variant="ghost" size="sm" aria-expanded={charts} onClick={() => setCharts(!charts)}>
          {charts ? 'Hide figures' : 'Show figures'}
        </Button>
        <Button variant="ghost" size="sm" className="max-sm:hidden" onClick={() => setSheet(true)}>
          <Keyboard size={18} aria-hidden="true" />
          Keyboard shortcuts
        </Button>
      </div>
      <SearchForm search={search} />
      <SearchWarning search={search} />
      {charts && (
        <Suspense>
          <Overview />
        </Suspense>
      )}
      {bulk.run && (
        <BulkProgress
          run={bulk.run}
          onStop={bulk.stop}
          onDismiss={bulk.dismiss}
          onRetry={() =>
            bulk.run &&
            void bulk.start(
              bulk.run.failed.map(({ application }) => application),
              bulk.run.status,
            )
          }
        />
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
        <div id="application-list">
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
              filter={filter}
              list={list}
              selectedId={selectedId}
              ticked={selected}
              onTick={toggle}
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
            id={search.chosen?.application._id ?? selectedId}
            known={current}
            empty={search.shown ? texts.admin.noResultSelected : texts.admin.nothingSelected}
            review={review}
            shortcuts={shortcuts.on && !search.chosen}
          />
        </div>
      </div>
      <BulkBar
        selected={selected}
        onClear={clear}
        onChange={(applications, status) => {
          clear();
          void bulk.start(applications, status);
        }}
      />
      <ShortcutSheet
        open={sheet}
        onClose={() => setSheet(false)}
        on={shortcuts.on}
        onChange={shortcuts.change}
      />
    </div>
  );
}
