import Keyboard from 'lucide:keyboard';
import Star from 'lucide:star';
import Table2 from 'lucide:table-2';
import Upload from 'lucide:upload';
import { useState } from 'react';
import { texts } from '../../../contract/texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';
import { StatusFilterButtons } from './list-controls.tsx';
import { useCanDecide } from './use-can-decide.ts';
import type { DashboardState } from './use-dashboard.ts';

const ImportRegistrations = lazyPart(() => import('./import-registrations.tsx'));

interface DashboardToolbarProps {
  dashboard: DashboardState;
  reviewing: { shown: boolean; toggle: () => void };
  table: { shown: boolean; toggle: () => void };
  onShortcuts: () => void;
}

/** The title, the status filter and the buttons of the dashboard, in one line on a wide screen. */
export function DashboardToolbar({ dashboard, reviewing, table, onShortcuts }: DashboardToolbarProps) {
  const { review, search, isListShown } = dashboard;
  const canDecide = useCanDecide();
  const [isImporting, setImporting] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 tabIndex={-1}>{texts.admin.title}</h1>
      <StatusFilterButtons value={review.view.filter} onChange={dashboard.setFilter} />
      <div className="flex flex-wrap gap-1 lg:ml-auto">
        <Button
          variant="secondary"
          size="sm"
          className="lg:hidden"
          aria-expanded={isListShown}
          aria-controls="application-list"
          onClick={dashboard.toggleList}
        >
          {isListShown ? 'Hide list' : 'Show list'}
        </Button>
        {search.answer && (
          <Button variant="secondary" size="sm" onClick={() => search.show(!search.shown)}>
            {search.shown
              ? texts.search.viewApplications
              : `${texts.search.viewResults} (${search.answer.results.length})`}
          </Button>
        )}
        <Button variant="ghost" size="sm" aria-expanded={reviewing.shown} onClick={reviewing.toggle}>
          <Star size={18} />
          Review together
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className="max-xl:hidden"
          aria-pressed={table.shown}
          onClick={() => {
            table.toggle();
            if (!table.shown) dashboard.deselect();
          }}
        >
          <Table2 size={18} />
          Table
        </Button>
        {canDecide && (
          <Button variant="ghost" size="sm" className="max-lg:hidden" onClick={() => setImporting(true)}>
            <Upload size={18} />
            Import
          </Button>
        )}
        {isImporting && <ImportRegistrations onClose={() => setImporting(false)} />}
        <Button variant="ghost" size="sm" className="max-lg:hidden" onClick={onShortcuts}>
          <Keyboard size={18} />
          <span className="max-2xl:sr-only">Keyboard shortcuts</span>
        </Button>
      </div>
    </div>
  );
}
