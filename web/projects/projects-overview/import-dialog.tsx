import { importProjects } from '../../../contract/projects/projects-admin.ts';
import { ImportDialog } from '../../layout/import-dialog.tsx';
import { queryClient } from '../../lib/call.ts';
import { upload } from '../../lib/files.ts';
import { projectsOverviewQuery } from './projects-overview.api.ts';

export default function ImportProjects({ onClose }: { onClose: () => void }) {
  return (
    <ImportDialog
      title="Import from Devpost"
      description="Choose the CSV export of projects. Projects are matched by their address: importing again updates what has changed and adds what is new."
      name="projects"
      send={(file, preview, choices) =>
        upload(importProjects, {
          fields: { ...(preview && { preview: 'true' as const }), choices },
          files: { file },
        })
      }
      onImported={() => queryClient.invalidateQueries({ queryKey: projectsOverviewQuery.queryKey })}
      onClose={onClose}
    />
  );
}
