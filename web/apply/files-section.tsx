import { useState } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { EventView } from '../../contract/event/site.ts';
import { texts } from '../../contract/texts.ts';
import { joinClasses } from '../lib/classes.ts';
import { findPdfProblem } from '../lib/pdf.ts';
import { Field } from '../ui/field.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { type FormValues, requiresDeck } from './form-values.ts';
import { fieldId } from './steps.ts';

const sentences = {
  resume: { notPdf: texts.apply.resumeNotPdf, tooLarge: texts.apply.resumeTooLarge },
  pitchDeck: { notPdf: texts.apply.deckNotPdf, tooLarge: texts.apply.deckTooLarge },
} as const;

interface PdfFieldProps {
  name: 'resume' | 'pitchDeck';
  label: string;
  hint?: string | undefined;
}

/** A PDF field that checks a file as soon as it is chosen. A refused file leaves the earlier choice in place. */
function PdfField({ name, label, hint }: PdfFieldProps) {
  const { control, setError, clearErrors, formState } = useFormContext<FormValues>();
  const message = formState.errors[name]?.message;
  const [refused, setRefused] = useState<File>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => {
        const choose = async (file: File | null) => {
          const refusal = file && (await findPdfProblem(file, sentences[name]));
          setRefused(refusal ? (file ?? undefined) : undefined);
          if (refusal) return setError(name, { type: 'wrong', message: refusal });
          clearErrors(name);
          field.onChange(file);
        };
        return (
          // Announces changes: the name of the file, or why it is refused.
          <div aria-live="polite">
            <Field id={fieldId(name)} label={label} hint={hint} error={message} required>
              <FileDrop
                file={field.value}
                onChange={(file) => void choose(file)}
                refused={message ? refused : undefined}
              />
            </Field>
          </div>
        );
      }}
    />
  );
}

export function FilesSection({ event: { tracks } }: { event: EventView }) {
  const { watch } = useFormContext<FormValues>();
  const track = watch('track');
  const open = requiresDeck({ track }, tracks);
  return (
    <div>
      <PdfField name="resume" label="Resume" />
      <div
        className={joinClasses(
          'grid transition-[grid-template-rows] duration-200',
          open ? 'grid-rows-[1fr]' : 'grid-rows-[0fr]',
        )}
      >
        {/* Clipped a little outside, so that focus rings stay whole. */}
        <div className="min-h-0 overflow-clip [overflow-clip-margin:8px]">
          {open && (
            <div className="pt-8">
              <PdfField name="pitchDeck" label="Pitch deck" hint={`The ${track} asks for one.`} />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
