import { useEffect } from 'react';
import type { ProjectText } from '../../../contract/projects/projects.ts';
import { afterRender } from '../../lib/after-render.ts';
import { copyText } from '../../lib/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { closeProjectEditor, type ProjectDraft } from './project-editor.ts';
import { projectFieldLabels } from './project-field-labels.ts';

interface UnsavedTextProps {
  /** What the person had written and not yet saved. */
  draft: ProjectDraft | undefined;
  onDelete: () => Promise<unknown>;
  /** Opens the project that the person has now; undefined if it is open. */
  onGoOn?: (() => void) | undefined;
  /** They are still in it, but can no longer change it. */
  isClosed?: boolean;
}

/**
 * Shows what somebody wrote and could not save, to copy: they are no longer in the team, or the project closed meanwhile.
 */
export default function UnsavedText({ draft, onDelete, onGoOn, isClosed }: UnsavedTextProps) {
  const hasLeft = onGoOn !== undefined;
  useEffect(() => {
    if (hasLeft) closeProjectEditor();
  }, [hasLeft]);
  const Heading = hasLeft ? 'h1' : 'h2';
  const fields = Object.keys(projectFieldLabels) as (keyof ProjectText)[];
  const written = fields.flatMap((field) => {
    const text = draft && String(draft.text[field]);
    return draft && text !== String(draft.base[field]) ? [{ label: projectFieldLabels[field], text }] : [];
  });
  const focusPage = () => afterRender(() => document.getElementById('main')?.focus());
  const copied = { done: 'Copied', failed: 'It could not be copied. Select and copy it instead.' };
  return (
    <section role="status" className="mb-8 grid grid-cols-1 justify-items-start gap-4">
      <Heading className="text-3xl wrap-anywhere">
        {hasLeft
          ? `You are no longer in ${draft?.team ?? 'this team'}`
          : isClosed
            ? 'Your unsaved changes'
            : `You had left ${draft?.team ?? 'a team'}`}
      </Heading>
      {draft && <p>This is what you had written. It was not saved.</p>}
      {written.map(({ label, text }) => (
        <div key={label} className="grid w-full gap-2">
          <p className="text-sm text-muted">{label}</p>
          <ScrollRegion
            label={label}
            className="max-h-64 overflow-y-auto rounded-sm bg-surface-2 p-3 whitespace-pre-wrap wrap-anywhere"
          >
            {text || 'Nothing'}
          </ScrollRegion>
        </div>
      ))}
      <div className="flex flex-wrap gap-3">
        {onGoOn && (
          <Button
            onClick={() => {
              onGoOn();
              focusPage();
            }}
          >
            Go on without this team
          </Button>
        )}
        {draft && (
          <>
            <Button
              variant="secondary"
              onClick={() => void copyText(written.flatMap(({ text }) => text || []).join('\n\n'), copied)}
            >
              Copy text
            </Button>
            <Button variant="ghost" onClick={() => void onDelete().then(focusPage)}>
              Delete text
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
