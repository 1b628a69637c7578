import type { User } from '../../../contract/people/users.ts';
import type { MyProject } from '../../../contract/projects/projects.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useUpdateNamedInGallery } from './project.api.ts';

/** Whether the gallery names this person beside the project: their own choice, at any time. */
export function NameCard({ user, project: { isNamed, team } }: { user: User; project: MyProject }) {
  const update = useUpdateNamedInGallery(user);
  return (
    <Card title="Your name">
      <Checkbox
        label={`Name me in the gallery and among the winners: ${user.name}`}
        className="wrap-anywhere"
        checked={update.isPending ? update.variables : isNamed}
        disabled={update.isPending}
        onChange={({ target }) => update.mutate(target.checked)}
      />
      <p className="mt-2 text-sm text-muted">
        {team === null
          ? 'Without it, your project has no name beside it.'
          : 'Each of you chooses. Without it, your project shows the team’s name only.'}{' '}
        You can take it back at any time.
      </p>
    </Card>
  );
}
