import { useState } from 'react';
import type { ImportReport } from '../../contract/platform/csv-import.ts';
import { useAction } from '../lib/use-action.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FileInput } from '../ui/file-input.tsx';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import { Select } from '../ui/select.tsx';

type Choices = Record<string, string>;

interface ImportDialogProps {
  title: string;
  description: string;
  /** What the rows get for which the file does not say it, by the name of the field; the first option leaves them out. */
  fields?: { name: string; label: string; options: { value: string; label: string }[] }[];
  /** Sends the file; a `preview` changes nothing. */
  send: (file: File, preview: boolean, choices: Choices) => Promise<ImportReport>;
  onImported: () => unknown;
  onClose: () => void;
}

const shown = { fallback: 'The file could not be read. Please try again.', isShown: () => true };

const formatCounts = ({ added, changed, unchanged }: ImportReport) =>
  `New: ${added}. Changed: ${changed}. Unchanged: ${unchanged}.`;

/** Imports a CSV: says first what it would change and what was not understood. */
export function ImportDialog({
  title,
  description,
  fields = [],
  send,
  onImported,
  onClose,
}: ImportDialogProps) {
  const [file, setFile] = useState<File>();
  const [choices, setChoices] = useState<Choices>({});
  const preview = useAction(
    (sent: { file: File; choices: Choices }) => send(sent.file, true, sent.choices),
    shown,
  );
  const run = useAction((sent: File) => send(sent, false, choices), {
    ...shown,
    success: (report) => `Imported. ${formatCounts(report)}`,
    onSuccess: () => {
      onClose();
      return onImported();
    },
  });
  const report = file && preview.data;
  const read = (chosen: File | undefined, next: Choices) => {
    setFile(chosen);
    setChoices(next);
    preview.reset();
    if (chosen) preview.mutate({ file: chosen, choices: next });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={title}
      description={description}
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
          <FileInput accept=".csv,text/csv" onChange={({ target }) => read(target.files?.[0], choices)} />
        </Field>
        {fields.length > 0 && (
          <div className="grid gap-4 sm:grid-cols-2">
            {fields.map(({ name, label, options }) => (
              <Field key={name} label={label}>
                <Select
                  value={choices[name] ?? ''}
                  options={options}
                  onChange={({ target }) => read(file, { ...choices, [name]: target.value })}
                />
              </Field>
            ))}
          </div>
        )}
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
