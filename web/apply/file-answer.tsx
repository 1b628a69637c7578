import { useEffect, useEffectEvent, useState } from 'react';
import { toFileName, uploading } from '../../contract/apply/form-questions.ts';
import { limits } from '../../contract/limits.ts';
import { texts } from '../../contract/texts.ts';
import { useSession } from '../lib/session.api.ts';
import { Field, type FieldProps } from '../ui/field.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { useUploadAnswerFile } from './questions.api.ts';

const takes = {
  accept: 'application/pdf,image/jpeg,image/png,image/webp',
  hint: 'PDF, JPEG, PNG or WebP, at most 5 MB',
};
/** In the answer's line, after the id. */
const longestName = 120;

interface FileAnswerProps extends Omit<FieldProps, 'children'> {
  value: string;
  onChange: (value: string) => void;
}

/** A file, uploaded as soon as it is chosen: the answer is its id with its name. A refused file leaves the earlier one in place. */
export function FileAnswer({ value, onChange, error, ...field }: FileAnswerProps) {
  const isApplicant = useSession().user?.role === 'hacker';
  const send = useUploadAnswerFile();
  const [isTooLarge, setTooLarge] = useState(false);
  // A draft of a page that was left before the file had arrived.
  const dropAbandoned = useEffectEvent(() => {
    if (value === uploading) onChange('');
  });
  useEffect(() => dropAbandoned(), []);

  const choose = (file: File | null) => {
    send.reset();
    setTooLarge(false);
    if (!file) return onChange('');
    if (file.size > limits.answer.file) return setTooLarge(true);
    const take = (id: string) => onChange(`${id}/${file.name.slice(-longestName)}`);
    // Organizers try the form out: nothing is sent.
    if (!isApplicant) return take(crypto.randomUUID());
    onChange(uploading);
    // With a promise, so that it also runs after the person has left this step of the form.
    void send.mutateAsync(file).then(
      ({ _id }) => take(_id),
      () => onChange(value),
    );
  };
  const refusal = isTooLarge ? texts.apply.answerFileTooLarge : send.errorText;
  const name = toFileName(value);
  return (
    // Announces changes: the name of the file, or why it is refused.
    <div aria-live="polite">
      <Field {...field} error={refusal ?? (value === uploading ? undefined : error)}>
        {value === uploading ? (
          <p className="rounded-md border-2 border-dashed border-border p-4">Uploading…</p>
        ) : (
          <FileDrop file={name ? { name } : null} takes={takes} onChange={choose} />
        )}
      </Field>
    </div>
  );
}
