import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { formatCounts, useImportProjects, usePreviewImport } from './import.api.ts';

/** Imports a Devpost export: says first what it would change and what was not understood. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const preview = usePreviewImport();
  const run = useImportProjects({ onSuccess: onClose });
  const report = file && preview.data;
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    preview.reset();
    if (chosen) preview.mutate(chosen);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title="Import from Devpost"
      description="Choose the CSV export of projects. Projects are matched by their address: a second import changes what has changed, and adds what is new."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!file || !report || report.added + report.changed === 0}
            busy={run.isPending}
            onClick={() => file && run.mutate(file)}
          >
            Import
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="CSV file" error={preview.errorText ?? run.errorText}>
          <FileInput accept=".csv,text/csv" onChange={({ target }) => choose(target.files?.[0])} />
        </Field>
        <div role="status" className="grid gap-4">
          {preview.isPending && <p className="text-muted">Reading the file…</p>}
          {report && <p>{formatCounts(report)}</p>}
          {report && report.problems.length > 0 && (
            <ScrollRegion label="Not understood" className="grid max-h-64 gap-2 overflow-y-auto">
              <h3 className="text-lg">Not understood</h3>
              <ul className="grid list-disc gap-1 pl-5 text-sm">
                {report.problems.map((problem) => (
                  <li key={problem} className="wrap-anywhere">
                    {problem}
                  </li>
                ))}
              </ul>
            </ScrollRegion>
          )}
        </div>
      </div>
    </Dialog>
  );
}
