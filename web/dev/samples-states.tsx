import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Print, type Scene } from '../ui/print.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StaleBar } from '../ui/stale-bar.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import { Sample } from './sample.tsx';

const scenes: Scene[] = ['doors', 'overnight', 'build', 'demo', 'treat'];

/** Cards, badges, and what a region says while it has nothing to show. */
export function StateSamples() {
  return (
    <Sample title="States">
      <div className="flex flex-wrap items-center gap-3">
        <StatusPill status="pending" text="Application Pending" />
        <StatusPill status="approved" />
        <StatusPill status="rejected" />
        <Badge>Leader</Badge>
        <Badge tone="priority">PRIORITY ACCESS</Badge>
        <Avatar name="Ada Lovelace" />
        <Avatar name="Grace Hopper" />
        <Avatar name="Ærøskøbing" />
      </div>
      <div className="grid gap-6 md:grid-cols-2">
        <Card title="Application Details" aside={<StatusPill status="pending" />}>
          <p>Zoë Łukaszewicz and Nguyễn Thị Ánh render in the same face.</p>
        </Card>
        <Card title="Loading" className="relative">
          <StaleBar active />
          <Skeleton text="Loading your application..." />
        </Card>
        <Card>
          <EmptyState
            scene="build"
            text="No requests yet. Share your code to speed things up."
            action={<Button variant="secondary">Share</Button>}
          />
        </Card>
        <div className="grid content-start gap-4">
          <ErrorBox message="Failed to fetch your application. Please try again later." onRetry={() => {}} />
          <ErrorBox message="Search failed. Please try again." onDismiss={() => {}} />
        </div>
      </div>
      <div className="grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
        {scenes.map((scene) => (
          <Print key={scene} scene={scene} />
        ))}
      </div>
    </Sample>
  );
}
