import { useQuery } from '@tanstack/react-query';
import { useUser } from '../lib/session.api.ts';
import { projectQuery } from '../projects/project/project.api.ts';

export default function OwnProjectNotice() {
  const { data: project } = useQuery({ ...projectQuery(useUser()), refetchInterval: false });
  if (!project?.version || project.team !== null) return null;
  const title = project.text.title || 'your project';
  return (
    <p className="rounded-md bg-pending-bg px-4 py-3 wrap-anywhere text-pending">
      {project.submittedAt ? (
        <>
          You submitted <strong>{title}</strong> alone. If your new team has no project, this becomes its
          project
          {project.tableNumber !== undefined && ', at the same table'}. If it has one, judges see only the
          team’s.
        </>
      ) : (
        <>
          You started <strong>{title}</strong> alone. If your new team has no project, your next change makes
          this its project. If it has one, yours stays a draft of your own.
        </>
      )}
    </p>
  );
}
