import type { ProjectText } from '../../../contract/projects/projects.ts';
import { Button } from '../../ui/button.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import type { TextConflict } from './merge-versions.ts';
import { findDifferences, joinVersions } from './version-differences.ts';

interface ConflictNoticeProps {
  label: string;
  mine: ProjectText[keyof ProjectText];
  conflict: TextConflict;
  onResolve: (value: ProjectText[keyof ProjectText]) => void;
}

/** What differs between both versions of a field that two people have changed, to choose from. What is typed stays until then. */
export function ConflictNotice({ label, mine, conflict: { field, theirs }, onResolve }: ConflictNoticeProps) {
  const pieces = findDifferences(mine, theirs);
  const both = joinVersions(field, mine, theirs);
  const versions = [
    { of: 'Yours', shown: pieces.mine, action: 'Keep yours', value: mine },
    { of: 'Theirs', shown: pieces.theirs, action: 'Take theirs', value: theirs },
  ];
  return (
    <section
      aria-label={`Two versions: ${label}`}
      data-conflict
      tabIndex={-1}
      className="grid scroll-mt-40 gap-3 rounded-md border-2 border-danger bg-surface p-4"
    >
      <p className="font-semibold">
        Someone on your team changed “{label}” at the same time. The differences are marked.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {versions.map(({ of, shown, action, value }) => (
          <div key={of} className="grid content-start justify-items-start gap-2">
            <h3 className="text-sm text-muted">{of}</h3>
            <ScrollRegion
              label={of}
              className="max-h-64 w-full overflow-y-auto rounded-sm bg-surface-2 p-3 whitespace-pre-wrap wrap-anywhere"
            >
              {shown.length === 0 && 'Nothing'}
              {shown.map(({ at, text, differs }) =>
                differs ? (
                  <mark key={at} className="rounded-xs bg-primary px-0.5 text-on-primary">
                    {text}
                  </mark>
                ) : (
                  <span key={at}>{text}</span>
                ),
              )}
            </ScrollRegion>
            <Button variant="secondary" onClick={() => onResolve(value)}>
              {action}
            </Button>
          </div>
        ))}
      </div>
      {both !== undefined && (
        <Button variant="secondary" className="justify-self-start" onClick={() => onResolve(both)}>
          Keep both
        </Button>
      )}
    </section>
  );
}
