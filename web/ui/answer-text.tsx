import FileText from 'lucide:file-text';
import type { GivenAnswer } from '../../contract/apply/questions.ts';

/** An answer to one of the event's own questions; a file as a link to it. */
export function AnswerText({ answer: { value, type, fileUrl } }: { answer: GivenAnswer }) {
  if (type !== 'file') return value;
  if (!fileUrl) return `${value} (deleted)`;
  return (
    <a
      href={fileUrl}
      target="_blank"
      rel="noopener"
      className="link inline-flex min-h-11 items-center gap-2 wrap-anywhere"
    >
      <FileText size={20} className="shrink-0" />
      {value}
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
