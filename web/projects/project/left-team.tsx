import { useEffect } from 'react';
import type { ProjectText } from '../../../contract/projects/projects.ts';
import { afterRender } from '../../lib/after-render.ts';
import { copyText } from '../../lib/copy-text.ts';
import { deleteDrafts } from '../../lib/draft-store.ts';
import { Button } from '../../ui/button.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { closeProjectEditor, type ProjectDraft } from './project-editor.ts';
import { projectFieldLabels } from './project-field-labels.ts';

interface LeftTeamProps {
  /** What the person had written and not yet saved, and where this device has it. */
  draft: ProjectDraft | undefined;
  draftKey: string | undefined;
  onDelete: () => unknown;
  /** Opens the project that the person has now; undefined if it is open. */
  onGoOn: (() => void) | undefined;
}

/** Says that somebody is no longer in the team whose project they wrote, with what was not saved, to copy. */
export default function LeftTeam({ draft, draftKey, onDelete, onGoOn }: LeftTeamProps) {
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
        {draftKey && (
          <>
            <Button
              variant="secondary"
              onClick={() => void copyText(written.flatMap(({ text }) => text || []).join('\n\n'), copied)}
            >
              Copy text
            </Button>
            <Button
              variant="ghost"
              onClick={() => void deleteDrafts(draftKey).then(onDelete).then(focusPage)}
            >
              Delete text
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
