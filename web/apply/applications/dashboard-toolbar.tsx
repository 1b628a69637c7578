import { Archive, ChartLine, Keyboard, Megaphone, Settings, Star, UserCheck } from 'lucide-react';
import { paths } from '../../../contract/pages.ts';
import { texts } from '../../../contract/texts.ts';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { StatusFilterButtons } from './status-filter.tsx';
import type { DashboardState } from './use-dashboard.ts';

interface DashboardToolbarProps {
  dashboard: DashboardState;
  figures: { shown: boolean; toggle: () => void };
  reviewing: { shown: boolean; toggle: () => void };
  onShortcuts: () => void;
}

/** The title, the status filter and the buttons of the dashboard, in one line on a wide screen. */
export function DashboardToolbar({ dashboard, figures, reviewing, onShortcuts }: DashboardToolbarProps) {
  const { review, search, isListShown } = dashboard;
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
        <Button variant="ghost" size="sm" aria-expanded={figures.shown} onClick={figures.toggle}>
          <ChartLine size={18} />
          {figures.shown ? 'Hide figures' : 'Show figures'}
        </Button>
        <LinkButton href={paths.announcements} variant="ghost" size="sm">
          <Megaphone size={18} />
          Announcements
        </LinkButton>
        <LinkButton href={paths.settings} variant="ghost" size="sm">
          <Settings size={18} />
          Settings
        </LinkButton>
        <Button variant="ghost" size="sm" aria-expanded={reviewing.shown} onClick={reviewing.toggle}>
          <Star size={18} />
          Review together
        </Button>
        <LinkButton href={paths.checkInOverview} variant="ghost" size="sm" className="max-sm:hidden">
          <UserCheck size={18} />
          Check-in and volunteers
        </LinkButton>
        <LinkButton href={paths.afterEvent} variant="ghost" size="sm">
          <Archive size={18} />
          <span className="sm:max-xl:sr-only">After the event</span>
        </LinkButton>
        <Button variant="ghost" size="sm" className="max-lg:hidden" onClick={onShortcuts}>
          <Keyboard size={18} />
          <span className="max-xl:sr-only">Keyboard shortcuts</span>
        </Button>
      </div>
    </div>
  );
}
