import { Check, CloudOff, PencilLine, TriangleAlert } from 'lucide-react';
import type { EventView } from '../../../contract/event/site.ts';
import type { User } from '../../../contract/people/users.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import type { MyProject } from '../../../contract/projects/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { isLateAccepted } from './late.ts';
import { useSubmitProject } from './project.api.ts';
import { RemoveProject } from './remove-project.tsx';
import { isUnsaved } from './unsaved-bar.tsx';
import type { ProjectEditing } from './use-project-editor.ts';

const saveStates = {
  saved: { icon: Check, words: 'Saved' },
  saving: { icon: PencilLine, words: 'Saving…' },
  waiting: { icon: CloudOff, words: 'Saved on this device. Waiting for the network.' },
  conflict: { icon: TriangleAlert, words: 'Not saved' },
  refused: { icon: TriangleAlert, words: 'Not saved' },
};

/** What happens next to a project, in a sentence. */
function describeStep(project: MyProject, event: EventView): string {
  const { submittedAt, can } = project;
  if (submittedAt)
    return can.edit
      ? `Submitted ${formatDateTime(submittedAt, event)}. You can still change it; changes go live immediately.`
      : `Submitted ${formatDateTime(submittedAt, event)}. It can no longer be changed.`;
  if (isLateAccepted(project))
    return 'The deadline has passed, but late projects are accepted for now. Yours will be marked as late.';
  return can.edit
    ? 'Everybody on your team writes here, and it is saved as you type. Submit it before the deadline.'
    : 'It cannot be changed: the deadline has passed, or you are not an approved participant.';
}

interface SubmitPanelProps {
  user: User;
  event: EventView;
  project: MyProject;
  editing: ProjectEditing;
  /** Called when submitting was tried. */
  onTry: () => void;
}

/** Whether everything is saved, and the button that submits. */
export function SubmitPanel({ user, event, project, editing, onTry }: SubmitPanelProps) {
  const { editor, save } = editing;
  const submit = useSubmitProject(user);
  const { icon: Icon, words } = saveStates[save];
  const onSubmit = async () => {
    onTry();
    if (await editor.flush()) submit.mutate(editor.version);
  };
  return (
    <Card title={project.submittedAt ? 'Submitted' : 'Submit'} className="lg:sticky lg:top-24">
      <div className="grid gap-4">
        <p>{describeStep(project, event)}</p>
        {project.can.edit && (
          <p
            className={`flex items-center gap-2 text-sm ${isUnsaved(save) ? 'font-semibold text-danger' : 'text-muted'}`}
          >
            <Icon size={16} className="shrink-0" />
            <span>{words}</span>
          </p>
        )}
        {project.can.edit && !project.submittedAt && (
          <Button busy={submit.isPending} disabled={save === 'conflict'} onClick={() => void onSubmit()}>
            Submit project
          </Button>
        )}
        <RemoveProject
          user={user}
          project={project}
          save={async () => ((await editor.flush()) ? editor.version : undefined)}
        />
      </div>
    </Card>
  );
}
