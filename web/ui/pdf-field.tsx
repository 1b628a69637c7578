import { useState } from 'react';
import { findPdfProblem } from '../lib/pdf.ts';
import { Field, type FieldProps } from './field.tsx';
import { FileDrop } from './file-drop.tsx';

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
