import type { EventView } from '../../../contract/event/site.ts';
import type { MyProject } from '../../../contract/projects/projects.ts';
import { Badge } from '../../ui/badge.tsx';
import { Deadline } from './deadline.tsx';
import { YourTable } from './your-table.tsx';

/** `Quiet Lanterns’`, `Moth Club’s` */
const toPossessive = (name: string) => (/s$/i.test(name) ? `${name}’` : `${name}’s`);

/** Whose project it is, where it stands, and how much time is left. */
export function ProjectHeader({ event, project }: { event: EventView; project: MyProject }) {
  const { team, solo, can, track, submittedAt, late, hidden, tableNumber } = project;
  return (
    <header className="grid justify-items-start gap-3">
      <h1 className="text-3xl wrap-anywhere">
        {solo ? 'Your own project' : team ? `${toPossessive(team)} project` : 'Your project'}
      </h1>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={submittedAt ? 'approved' : 'pending'}>{submittedAt ? 'Submitted' : 'Draft'}</Badge>
        {late && <Badge tone="rejected">Late</Badge>}
        {hidden && <Badge tone="rejected">Hidden by the organizers</Badge>}
        {track && <Badge>{track}</Badge>}
      </p>
      {solo && (
        <p role="status" className="rounded-md bg-pending-bg px-4 py-3 text-pending">
          You entered this before you were in {team}, which has no project yet.{' '}
          {can.edit
            ? 'Your next change makes it the team’s; a team has one project.'
            : 'It stays yours alone. Ask the organizers if it should be the team’s.'}
        </p>
      )}
      {tableNumber !== undefined && <YourTable number={tableNumber} />}
      <Deadline event={event} project={project} />
    </header>
  );
}
