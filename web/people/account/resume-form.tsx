import { type FormEvent, useState } from 'react';
import type { MyAccount } from '../../../contract/people/my-account.ts';
import type { User } from '../../../contract/people/users.ts';
import { texts } from '../../../contract/texts.ts';
import { findPdfProblem } from '../../lib/pdf.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useUpdateResume } from './account.api.ts';

interface ResumeFormProps {
  user: User;
  documents: Pick<NonNullable<MyAccount['application']>, 'resumeUrl' | 'pitchDeckUrl'>;
  canChange: boolean;
}

/** The stored documents, and the form that replaces the resume until the review. */
export function ResumeForm({ user, documents, canChange }: ResumeFormProps) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string>();
  const [refused, setRefused] = useState<File>();
  const [part, setPart] = useState<number | null>(null);
  const update = useUpdateResume(user);
  const choose = async (chosen: File | null) => {
    const { resumeNotPdf: notPdf, resumeTooLarge: tooLarge } = texts.apply;
    const refusal = chosen && (await findPdfProblem(chosen, { notPdf, tooLarge }));
    update.reset();
    setProblem(refusal ?? undefined);
    setRefused(refusal ? (chosen ?? undefined) : undefined);
    if (!refusal) setFile(chosen);
  };
  const submit = (form: FormEvent) => {
    form.preventDefault();
    if (!file) return setProblem(texts.deck.noFile);
    setPart(0);
    update.mutate(
      { file, onProgress: setPart },
      { onSuccess: () => setFile(null), onSettled: () => setPart(null) },
    );
  };
  return (
    <div className="grid gap-4">
      {(documents.resumeUrl || documents.pitchDeckUrl) && (
        <p className="flex flex-wrap gap-x-6">
          {documents.resumeUrl && <DocumentLink href={documents.resumeUrl} text="Resume" />}
          {documents.pitchDeckUrl && <DocumentLink href={documents.pitchDeckUrl} text="Pitch deck" />}
        </p>
      )}
      {canChange ? (
        <form noValidate onSubmit={submit} className="grid justify-items-start gap-4">
          <div aria-live="polite" className="w-full">
            <Field label="New resume" error={problem ?? update.errorText}>
              <FileDrop file={file} onChange={(chosen) => void choose(chosen)} refused={refused} />
            </Field>
          </div>
          {part !== null && <Progress label={part < 1 ? 'Uploading' : 'Finishing…'} value={part} />}
          <Button type="submit" busy={update.isPending}>
            Replace resume
          </Button>
        </form>
      ) : (
        <p className="text-muted">
          Your application has been reviewed, so your documents can no longer be replaced.
        </p>
      )}
    </div>
  );
}

function DocumentLink({ href, text }: { href: string; text: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="link inline-flex min-h-11 items-center">
      {text}
      <span className="sr-only">(PDF, opens in a new tab)</span>
    </a>
  );
}
