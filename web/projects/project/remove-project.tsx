import { useState } from 'react';
import type { User } from '../../../contract/people/users.ts';
import type { MyProject } from '../../../contract/projects/projects.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useRemoveProject } from './project.api.ts';

const questions = {
  withdraw: {
    title: 'Withdraw your submission?',
    body: 'Your project leaves the gallery, and judges no longer see it. The text and the pictures stay as a draft that you can submit again before the deadline.',
    confirmLabel: 'Withdraw submission',
  },
  delete: {
    title: 'Delete your project?',
    body: 'The text and the pictures are deleted for everybody on your team. This cannot be undone.',
    confirmLabel: 'Delete project',
  },
};

interface RemoveProjectProps {
  user: User;
  project: MyProject;
  /** Saves what is typed; returns the version that the server has then, undefined when it has not everything. */
  save: () => Promise<number | undefined>;
}

/** Takes a submission back, or deletes the project; says why where judges have scored it. */
export function RemoveProject({ user, project: { version, submittedAt, can }, save }: RemoveProjectProps) {
  const [asking, setAsking] = useState<keyof typeof questions>();
  const withdraw = useRemoveProject(user, 'withdraw');
  const remove = useRemoveProject(user, 'delete');
  if (version === 0 || !can.edit) return null;
  if (!can.withdraw)
    return (
      <p className="text-sm text-muted">
        Judges have scored it. Ask the organizers if it should not take part.
      </p>
    );
  const confirm = async (kind: keyof typeof questions) => {
    const saved = await save();
    if (saved === undefined) return setAsking(undefined);
    (kind === 'withdraw' ? withdraw : remove).mutate(saved, { onSettled: () => setAsking(undefined) });
  };
  const last = asking ?? (submittedAt ? 'withdraw' : 'delete');
  return (
    <div className="flex flex-wrap gap-2">
      {submittedAt && (
        <Button variant="secondary" size="compact" onClick={() => setAsking('withdraw')}>
          Withdraw submission
        </Button>
      )}
      <Button variant="ghost" size="compact" onClick={() => setAsking('delete')}>
        Delete project
      </Button>
      <ConfirmDialog
        open={asking !== undefined}
        {...questions[last]}
        danger={last === 'delete'}
        busy={withdraw.isPending || remove.isPending}
        onConfirm={() => void confirm(last)}
        onCancel={() => setAsking(undefined)}
      />
    </div>
  );
}
