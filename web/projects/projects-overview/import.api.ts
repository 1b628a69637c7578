import { type ImportReport, importProjects } from '../../../contract/projects/projects-admin.ts';
import { queryClient } from '../../lib/query-client.ts';
import { upload } from '../../lib/upload.ts';
import { useAction } from '../../lib/use-action.ts';
import { projectsOverviewQuery } from './projects-overview.api.ts';

const fallback = 'The file could not be read. Please try again.';

export function formatCounts({ added, changed, unchanged }: ImportReport): string {
  return `New: ${added}. Changed: ${changed}. Unchanged: ${unchanged}.`;
}

/** Reads an export and changes nothing. Its error is shown by the dialog. */
export function usePreviewImport() {
  return useAction((file: File) => upload(importProjects, { fields: { preview: 'true' }, files: { file } }), {
    fallback,
    isShown: () => true,
  });
}

/** Imports the projects of an export. Its error is shown by the dialog. */
export function useImportProjects({ onSuccess }: { onSuccess: () => void }) {
  return useAction((file: File) => upload(importProjects, { fields: {}, files: { file } }), {
    fallback,
    isShown: () => true,
    success: (report) => `Imported. ${formatCounts(report)}`,
    onSuccess: () => {
      onSuccess();
      return queryClient.invalidateQueries({ queryKey: projectsOverviewQuery.queryKey });
    },
  });
}
