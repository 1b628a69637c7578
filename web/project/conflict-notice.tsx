import type { ProjectText } from '../../contract/projects.ts';
import { Button } from '../ui/button.tsx';
import type { TextConflict } from './merge-text.ts';

interface ConflictNoticeProps {
  label: string;
  mine: ProjectText[keyof ProjectText];
  conflict: TextConflict;
  onResolve: (choice: 'mine' | 'theirs') => void;
}

const toWords = (value: ProjectText[keyof ProjectText]) =>
  (typeof value === 'string' ? value : value.join(', ')) || 'nothing';

/** Both versions of a field that two people have changed, to choose from. What is typed stays until then. */
export function ConflictNotice({ label, mine, conflict, onResolve }: ConflictNoticeProps) {
  return (
    <section
      aria-label={`Two versions: ${label}`}
      className="grid gap-3 rounded-md border-2 border-danger bg-surface p-4"
    >
      <p className="font-semibold">Somebody on your team has changed “{label}” too. Which one stays?</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['mine', 'theirs'] as const).map((choice) => (
          <div key={choice} className="grid content-start justify-items-start gap-2">
            <blockquote className="max-h-48 w-full overflow-y-auto rounded-sm bg-surface-2 p-3 whitespace-pre-wrap wrap-anywhere">
              {toWords(choice === 'mine' ? mine : conflict.theirs)}
            </blockquote>
            <Button variant="secondary" onClick={() => onResolve(choice)}>
              {choice === 'mine' ? 'Keep yours' : 'Take theirs'}
            </Button>
          </div>
        ))}
      </div>
    </section>
  );
}
