import { useState } from 'react';
import type { importApplications } from '../../contract/apply/application-import.ts';
import type { ImportChoices, ImportReport } from '../../contract/platform/csv-import.ts';
import { formatCount } from '../../contract/platform/format.ts';
import type { importProjects } from '../../contract/projects/projects-admin.ts';
import { upload } from '../lib/files.ts';
import { readStoredJson } from '../lib/stored-text.ts';
import { useAction } from '../lib/use-action.ts';
import { Button } from '../ui/button.tsx';
import { Collapsible } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, FileInput, Select } from '../ui/field.tsx';
import { ScrollRegion } from '../ui/scroll-region.tsx';

interface ImportDialogProps {
  title: string;
  description: string;
  /** The name under which this device remembers what columns were imported as. */
  name: string;
  /** The call that imports a file, or previews what that would change. */
  endpoint: typeof importApplications | typeof importProjects;
  /** Whether it only adds, and leaves what is here as it is. */
  keeps?: boolean;
  /** The fields without which a person is left out. */
  requiredFields?: readonly string[];
  onImported: () => unknown;
  onClose: () => void;
}

const shown = { fallback: 'The file could not be read. Please try again.', isShown: true };

/** What columns were imported as the last time, by their headings. */
const readRemembered = (key: string) => readStoredJson<Record<string, string>>(key) ?? {};

/** Imports a CSV: shows how it was understood, what it would change, and asks what a cell means that is not understood. */
export function ImportDialog(props: ImportDialogProps) {
  const { title, description, name, endpoint, keeps, requiredFields = [], onImported, onClose } = props;
  const [file, setFile] = useState<File>();
  const [choices, setChoices] = useState<ImportChoices>({});
  /** How the file was last understood; it stays in view while a choice is tried. */
  const [report, setReport] = useState<ImportReport>();
  const key = `import ${name}`;
  const formatCounts = ({ added, changed, unchanged }: ImportReport) =>
    keeps
      ? `New: ${added}. Here already, stay as they are: ${unchanged}.`
      : `New: ${added}. Changed: ${changed}. Unchanged: ${unchanged}.`;
  const send = (sent: File, chosen: ImportChoices, preview?: 'true') =>
    upload(endpoint, { fields: { preview, choices: JSON.stringify(chosen) }, files: { file: sent } });
  const preview = useAction(
    async ({ file: sent, choices: chosen }: { file: File; choices: ImportChoices }) => {
      const report = await send(sent, chosen, 'true');
      if (chosen.columns) return report;
      // A heading that was changed by hand before is not guessed again.
      const remembered = readRemembered(key);
      const columns = report.columns.map(({ heading, field }) => remembered[heading] ?? field);
      if (columns.every((field, at) => field === report.columns[at]!.field)) return report;
      setChoices({ ...chosen, columns });
      return send(sent, { ...chosen, columns }, 'true');
    },
    { ...shown, onSuccess: setReport },
  );
  const run = useAction((sent: File) => send(sent, choices), {
    ...shown,
    success: (report) => `Imported. ${formatCounts(report)}`,
    onSuccess: () => {
      onClose();
      return onImported();
    },
  });
  const read = (chosen: File | undefined, next: ImportChoices) => {
    if (chosen !== file) setReport(undefined);
    setFile(chosen);
    setChoices(next);
    if (chosen) preview.mutate({ file: chosen, choices: next });
    else preview.reset();
  };
  const setColumn = ({ columns }: ImportReport, at: number, field: string) => {
    localStorage.setItem(key, JSON.stringify({ ...readRemembered(key), [columns[at]!.heading]: field }));
    // A field is read from one column.
    const next = columns.map((column) => (column.field === field ? '' : column.field)).with(at, field);
    read(file, { ...choices, columns: next });
  };
  const setValue = ({ field, cell }: ImportReport['values'][number], value: string) =>
    read(file, { ...choices, values: [...(choices.values ?? []), { field, cell, value }] });
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
            disabled={!file || !report || preview.isPending || report.added + report.changed === 0}
            busy={run.isPending}
            onClick={() => file && run.mutate(file)}
          >
            Import
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <Field label="CSV file" error={preview.errorText ?? run.errorText}>
          <FileInput
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            onChange={({ target }) => read(target.files?.[0], {})}
          />
        </Field>
        <div role="status">
          {preview.isPending ? (
            <p className="text-muted">Reading the file…</p>
          ) : (
            report && <p>{formatCounts(report)}</p>
          )}
        </div>
        {report && report.values.length > 0 && (
          <section className="grid gap-2">
            <h3 className="text-lg">What these mean</h3>
            <ul className="grid grid-cols-1 gap-3">
              {report.values.map((value) => (
                <li key={`${value.field} ${value.cell}`} className="max-w-96">
                  <Field
                    label={`${value.label}: ${value.cell || 'empty'} (${formatCount(value.rows, 'row')})`}
                  >
                    <Select
                      value={value.value}
                      options={[
                        {
                          value: '',
                          label: requiredFields.includes(value.field)
                            ? 'Leave these people out'
                            : 'Leave out',
                        },
                        ...value.choices,
                      ].filter(
                        ({ value: each, label }) =>
                          each !== '' || !value.choices.some((one) => one.label === label),
                      )}
                      onValueChange={(typed) => setValue(value, typed)}
                    />
                  </Field>
                </li>
              ))}
            </ul>
          </section>
        )}
        {report && <Problems problems={report.problems} />}
        {report && (
          <Collapsible
            open={report.added + report.changed + report.unchanged === 0}
            line={
              <h3 className="text-lg">
                Columns: {report.columns.filter(({ field }) => field).length} of {report.columns.length} are
                imported
              </h3>
            }
          >
            <ul className="divide-y divide-hairline">
              {report.columns.map(({ heading, field, cells }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns can have one heading.
                <li key={at} className="grid grid-cols-1 items-center gap-2 py-3 sm:grid-cols-2">
                  <span className="grid min-w-0 wrap-anywhere">
                    <span className="font-semibold">{heading || `Column ${at + 1}`}</span>
                    <span className="text-sm text-muted">{cells.filter(Boolean).join(' · ') || 'Empty'}</span>
                  </span>
                  <Select
                    aria-label={`${heading || `Column ${at + 1}`} is imported as`}
                    value={field}
                    options={[{ value: '', label: 'Not imported' }, ...report.fields]}
                    onValueChange={(value) => setColumn(report, at, value)}
                  />
                </li>
              ))}
            </ul>
          </Collapsible>
        )}
      </div>
    </Dialog>
  );
}

function Problems({ problems }: Pick<ImportReport, 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <ScrollRegion label="Not understood" className="grid max-h-64 gap-2 overflow-y-auto">
      <h3 className="text-lg">Not understood</h3>
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        {problems.map((problem) => (
          <li key={problem} className="wrap-anywhere">
            {problem}
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}
