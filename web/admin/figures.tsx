import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatNumber } from '../../contract/format.ts';
import { useEvent } from '../lib/event.api.ts';
import { applicationCountsQuery } from './applications.api.ts';

// The charts' code loads when they are first shown.
const Overview = lazy(() => import('./overview.tsx'));
const storageKey = 'admin:figures';
const reviewingKey = 'admin:reviewing';

/** Whether the controls of reviewing together are shown: as they were left. */
export function useReviewingToggle() {
  const [shown, setShown] = useState(() => localStorage.getItem(reviewingKey) === 'shown');
  const toggle = () => {
    localStorage.setItem(reviewingKey, shown ? 'hidden' : 'shown');
    setShown(!shown);
  };
  return { shown, toggle };
}

/** Whether the figures are shown: as they were left, at first only on a large screen. */
export function useFiguresToggle() {
  const [shown, setShown] = useState(() => {
    const stored = localStorage.getItem(storageKey);
    return stored ? stored === 'shown' : matchMedia('(min-width: 1024px) and (min-height: 1000px)').matches;
  });
  const toggle = () => {
    localStorage.setItem(storageKey, shown ? 'hidden' : 'shown');
    setShown(!shown);
  };
  return { shown, toggle };
}

/** The number of applications by status, and charts of applications and arrivals over time. */
export function ApplicationFigures() {
  const event = useEvent();
  const { data: counts } = useQuery(applicationCountsQuery);
  const totals = [
    ['Total', counts?.all],
    ['Pending', counts?.pending],
    ['Approved', counts?.approved],
    ['Rejected', counts?.rejected],
  ] as const;
  return (
    <section aria-label="Figures" className="grid gap-6 lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-10">
      <dl className="grid grid-cols-4 content-start gap-x-6 gap-y-4 lg:grid-cols-2">
        {totals.map(([name, count]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="tabular font-display text-2xl font-semibold">
              {count === undefined ? '–' : formatNumber(count, event)}
            </dd>
          </div>
        ))}
      </dl>
      <Suspense fallback={<div className="min-h-64" />}>
        <Overview />
      </Suspense>
    </section>
  );
}
