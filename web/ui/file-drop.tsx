import FileText from 'lucide:file-text';
import Upload from 'lucide:upload';
import { type DragEvent, useRef, useState } from 'react';
import { limits } from '../../contract/limits.ts';
import { formatFileSize } from '../../contract/platform/format.ts';
import { joinClasses } from '../lib/classes.ts';
import { findPdfProblem } from '../lib/pdf.ts';
import { Button } from './button.tsx';
import { Field, type FieldProps, useFieldControl } from './field.tsx';

interface FileDropProps {
  file: { name: string; size?: number } | null;
  /** What can be chosen, if not a PDF of less than 1 MB. */
  takes?: { accept: string; hint: string };
  /** Called with what was chosen, or null when it was removed; the caller validates it. */
  onChange: (file: File | null) => void;
  /** The file that was chosen last, if it was refused. */
  refused?: File | undefined;
}

const pdf = { accept: 'application/pdf,.pdf', hint: 'PDF, under 1 MB' };

/** What to do about a file that is no PDF, or too large. */
function describeWayOut({ size }: File): string {
  return size > limits.pdf.maxBytes
    ? 'Save it with smaller pictures or fewer pages, then choose it again.'
    : 'Open it in the program that wrote it, save or print it as a PDF, then choose that file.';
}

/** A place to drop or choose one file, and the chip of the file that is there. Goes inside a `Field`. */
export function FileDrop({ file, takes = pdf, onChange, refused }: FileDropProps) {
  const control = useFieldControl();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) onChange(dropped);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the input inside does the same by keyboard.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={joinClasses(
        'relative rounded-md border-2 border-dashed p-4 has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-primary',
        control['aria-invalid'] ? 'border-danger' : over ? 'border-primary bg-surface-2' : 'border-border',
      )}
    >
      <input
        ref={input}
        type="file"
        accept={takes.accept}
        className={file ? 'sr-only' : 'absolute inset-0 size-full cursor-pointer opacity-0'}
        tabIndex={file ? -1 : undefined}
        onChange={(change) => {
          const chosen = change.currentTarget.files?.[0];
          // Choosing the same file again must count as a choice.
          change.currentTarget.value = '';
          if (chosen) onChange(chosen);
        }}
        {...control}
      />
      {file ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FileText className="text-muted" />
          <p className="min-w-0 flex-1 basis-40">
            <span className="line-clamp-2 font-semibold wrap-anywhere">{file.name}</span>
            {file.size !== undefined && (
              <span className="tabular text-sm text-muted">{formatFileSize(file.size)}</span>
            )}
          </p>
          <Button variant="secondary" size="compact" onClick={() => input.current?.click()}>
            Replace
          </Button>
          <Button
            variant="ghost"
            size="compact"
            onClick={() => {
              onChange(null);
              input.current?.focus();
            }}
          >
            Remove
          </Button>
        </div>
      ) : (
        <p className="flex items-center gap-3 py-2">
          <Upload className="text-muted" />
          <span>
            <span className="font-semibold text-primary">Choose a file</span> or drop it here
            <span className="block text-sm text-muted">{takes.hint}</span>
          </span>
        </p>
      )}
      {refused && (
        <p className="mt-2 border-t border-hairline pt-2 text-sm wrap-anywhere">
          <strong>{refused.name}</strong> ({formatFileSize(refused.size)}) was not accepted.{' '}
          {describeWayOut(refused)}
        </p>
      )}
    </div>
  );
}

interface PdfFieldProps extends Omit<FieldProps, 'children'> {
  file: File | null;
  /** The sentences for a file that is no PDF, or too large. */
  texts: Parameters<typeof findPdfProblem>[1];
  /** Called with what was chosen, or null when it was removed; `problem` says why a file is refused. */
  onChange: (file: File | null, problem: string | undefined) => void;
}

/** A PDF, checked as soon as it is chosen. A refused file leaves the earlier choice in place. */
export function PdfField({ file, texts, error, onChange, ...field }: PdfFieldProps) {
  const [refused, setRefused] = useState<File>();
  const choose = async (chosen: File | null) => {
    const problem = (chosen && (await findPdfProblem(chosen, texts))) ?? undefined;
    setRefused(problem ? (chosen ?? undefined) : undefined);
    onChange(chosen, problem);
  };
  return (
    // Announces changes: the name of the file, or why it is refused.
    <div aria-live="polite" className="w-full">
      <Field {...field} error={error}>
        <FileDrop
          file={file}
          onChange={(chosen) => void choose(chosen)}
          refused={error ? refused : undefined}
        />
      </Field>
    </div>
  );
}
