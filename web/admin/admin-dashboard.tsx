import { useState } from 'react';
import { texts } from '../../contract/texts.ts';
import { useMediaQuery } from '../lib/media-query.ts';
import { useTitle } from '../lib/title.ts';
import { Button } from '../ui/button.tsx';
import { ApplicationDetail } from './application-detail.tsx';
import { ApplicationList } from './application-list.tsx';
import { StatusFilterButtons } from './status-filter.tsx';
import { useViewState } from './view-state.ts';

/** The organisers' page: the list of applications beside the one that is chosen. */
export default function AdminDashboard() {
  useTitle(texts.admin.title);
  const { filter, selectedId, setFilter, select } = useViewState();
  const narrow = useMediaQuery('(max-width: 1023px)');
  // On a phone, a link to one application shows that application, not the list above it.
  const [listShown, setListShown] = useState(!selectedId);

  function choose(id: string) {
    select(id);
    // On a phone the chosen application takes the list's place.
    setListShown(false);
  }

  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1} className="text-2xl sm:text-3xl">
          {texts.admin.title}
        </h1>
        <StatusFilterButtons
          value={filter}
          onChange={(next) => {
            setFilter(next);
            setListShown(true);
          }}
        />
      </div>
      <Button
        variant="secondary"
        className="lg:hidden"
        aria-expanded={listShown}
        aria-controls="application-list"
        onClick={() => setListShown(!listShown)}
      >
        {listShown ? 'Hide list' : 'Show list'}
      </Button>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
        <div id="application-list">
          {(listShown || !narrow) && (
            <ApplicationList filter={filter} selectedId={selectedId} onSelect={choose} />
          )}
        </div>
        <div aria-live="off">
          <ApplicationDetail id={selectedId} />
        </div>
      </div>
    </div>
  );
}
