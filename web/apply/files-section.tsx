import { Controller, useFormContext } from 'react-hook-form';
import type { EventView } from '../../contract/event/site.ts';
import { texts } from '../../contract/texts.ts';
import { joinClasses } from '../lib/classes.ts';
import { PdfField } from '../ui/pdf-field.tsx';
import { type FormValues, requiresDeck } from './form-values.ts';
import { fieldId } from './steps.ts';

const sentences = {
  resume: { notPdf: texts.apply.resumeNotPdf, tooLarge: texts.apply.resumeTooLarge },
  pitchDeck: { notPdf: texts.apply.deckNotPdf, tooLarge: texts.apply.deckTooLarge },
} as const;

interface FormPdfProps {
  name: keyof typeof sentences;
  label: string;
  hint?: string;
}

function FormPdf({ name, label, hint }: FormPdfProps) {
  const { control, setError, clearErrors, formState } = useFormContext<FormValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <PdfField
          id={fieldId(name)}
          label={label}
          hint={hint}
          error={formState.errors[name]?.message}
          required
          file={field.value}
          texts={sentences[name]}
          onChange={(file, problem) => {
            if (problem) return setError(name, { type: 'wrong', message: problem });
            clearErrors(name);
            field.onChange(file);
          }}
        />
      )}
    />
  );
}

export function FilesSection({ event: { tracks } }: { event: EventView }) {
  const { watch } = useFormContext<FormValues>();
  const track = watch('track');
  const open = requiresDeck({ track }, tracks);
  return (
    <div>
      <FormPdf name="resume" label="Resume" />
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
              <FormPdf name="pitchDeck" label="Pitch deck" hint={`The ${track} asks for one.`} />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
