import TriangleAlert from 'lucide:triangle-alert';
import { bottomBar } from '../../ui/bottom-bar.ts';
import { Button } from '../../ui/button.tsx';
import { projectFieldLabels } from './project-field-labels.ts';
import type { ProjectEditing } from './use-project-editor.ts';

/** Whether saving has stopped until somebody does something. */
export const isUnsaved = (save: ProjectEditing['save']) => save === 'conflict' || save === 'refused';

function showFirstConflict() {
  const notice = document.querySelector<HTMLElement>('[data-conflict]');
  notice?.scrollIntoView({ block: 'center' });
  notice?.focus({ preventScroll: true });
}

/** Stays at the lower edge of the screen while the project is not saved, says why, and leads to the choice. */
export function UnsavedBar({ editing: { save, message, conflicts } }: { editing: ProjectEditing }) {
  if (!isUnsaved(save)) return null;
  const fields = conflicts.map(({ field }) => `“${projectFieldLabels[field]}”`).join(', ');
  return (
    <div
      ref={bottomBar}
      role="alert"
      className="sticky bottom-0 z-(--z-bulk) -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-2 border-danger bg-danger px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] text-on-danger sm:mx-0 sm:rounded-t-md"
    >
      <TriangleAlert size={24} className="shrink-0" />
      <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <strong>Not saved.</strong>{' '}
        {save === 'conflict'
          ? `Somebody on your team changed ${fields} while you did. Nothing is saved until you choose.`
          : message}
      </p>
      {save === 'conflict' && (
        <Button variant="secondary" onClick={showFirstConflict}>
          See both versions
        </Button>
      )}
    </div>
  );
}
