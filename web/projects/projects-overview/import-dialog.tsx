import { importProjects } from '../../../contract/projects/projects-admin.ts';
import { ImportDialog } from '../../layout/import-dialog.tsx';
import { queryClient } from '../../lib/call.ts';
import { projectsOverviewQuery } from './projects-overview.api.ts';

export default function ImportProjects({ onClose }: { onClose: () => void }) {
  return (
    <ImportDialog
      title="Import from Devpost"
      description="Choose the CSV export of projects. Projects are matched by their address: importing again updates what has changed and adds what is new."
      name="projects"
      endpoint={importProjects}
      onImported={() => queryClient.invalidateQueries({ queryKey: projectsOverviewQuery.queryKey })}
      onClose={onClose}
    />
  );
}
