import { texts } from '../../contract/texts.ts';
import { Bar, Skeleton } from '../ui/page-states.tsx';

/** The place of the dashboard below the welcome, until it is known what comes next. */
export function DashboardSkeleton() {
  return (
    <Skeleton text={texts.dashboard.loading}>
      <Bar className="h-44 rounded-lg" />
      <Bar className="h-72 rounded-lg" />
      <Bar className="h-96 rounded-lg" />
    </Skeleton>
  );
}
