import Check from 'lucide:check';
import Circle from 'lucide:circle';
import CloudOff from 'lucide:cloud-off';
import PencilLine from 'lucide:pencil-line';
import TriangleAlert from 'lucide:triangle-alert';
import type { EventView } from '../../../contract/event/site.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { parseWebLink } from '../../../contract/platform/web-link.ts';
import type { MyProject, ProjectText } from '../../../contract/projects/projects.ts';
import { joinClasses } from '../../lib/classes.ts';
import { bottomBar } from '../../ui/bottom-bar.ts';
import { Button } from '../../ui/button.tsx';
import { Card, useWide } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.tsx';
import { Deadline, isLateAccepted, isMissed, TimeLeft } from './deadline.tsx';
import { useChangeProject } from './project.api.ts';
import { projectFieldLabels } from './project-field-labels.ts';
import type { ProjectEditing } from './use-project-editor.ts';

/** Whether saving has stopped until somebody does something. */
const isUnsaved = (save: ProjectEditing['save']) => save === 'conflict' || save === 'refused';

function showFirstConflict() {
  const notice = document.querySelector<HTMLElement>('[data-conflict]');
  notice?.scrollIntoView({ block: 'center' });
  notice?.focus({ preventScroll: true });
}

const saveStates = {
  saved: { icon: Check, words: 'Saved' },
  saving: { icon: PencilLine, words: 'Saving…' },
  waiting: { icon: CloudOff, words: 'Saved on this device. Waiting for the network.' },
  conflict: { icon: TriangleAlert, words: 'Not saved' },
  refused: { icon: TriangleAlert, words: 'Not saved' },
};

/** `You can edit it until Sun, Sep 21, 12:00 PM; changes are live.` */
export function describeEditing(project: MyProject, event: EventView): string {
  const until = isLateAccepted(project) ? '' : ` until ${formatDateTime(project.deadline, event)}`;
  if (!project.can.edit)
    return Date.parse(project.now) > Date.parse(project.deadline)
      ? 'It can no longer be changed.'
      : `Approved teammates can edit it${until}; you can once you are approved.`;
  return `You can edit it${until}; changes are live.`;
}

/** Where a project stands, and whom to ask once a draft can no longer be submitted. */
export function Standing({
  project,
  event,
  className,
}: {
  project: MyProject;
  event: EventView;
  className?: string | undefined;
}) {
  return (
    <p className={className}>
      {describeStep(project, event)}{' '}
      {isMissed(project) && (
        <a href={event.links.contact} className="link">
          Write to the organizers
        </a>
      )}
    </p>
  );
}

/** Says where the project stands, and what can be done; after the deadline, or without an approval, why nothing can. */
export function describeStep(project: MyProject, event: EventView): string {
  const { submittedAt, can, now, deadline, version } = project;
  if (submittedAt)
    return `Submitted ${formatDateTime(submittedAt, event)}. ${describeEditing(project, event)}`;
  if (isLateAccepted(project)) return 'Yours will be marked as late.';
  if (can.edit) return 'Everybody on your team writes here. Submit it before the deadline.';
  return Date.parse(now) > Date.parse(deadline)
    ? `The deadline has passed; ${version > 0 ? 'this draft was not submitted. It can no longer be changed.' : 'no project was entered.'}`
    : 'Only approved participants can write here.';
}

function SaveState({ save }: Pick<ProjectEditing, 'save'>) {
  const { icon: Icon, words } = saveStates[save];
  return (
    <p
      className={joinClasses(
        'flex items-center gap-2 text-sm',
        isUnsaved(save) ? 'font-semibold text-danger' : 'text-muted',
      )}
    >
      <Icon size={16} className="shrink-0" />
      <span>{words}</span>
    </p>
  );
}

interface ProjectStep {
  label: string;
  isDone: (text: ProjectText, project: MyProject) => boolean;
  /** It cannot be submitted without this. */
  isRequired?: true;
}

const steps: ProjectStep[] = [
  { label: 'Title', isDone: ({ title }) => title.trim() !== '', isRequired: true },
  { label: 'One line', isDone: ({ tagline }) => tagline.trim() !== '', isRequired: true },
  { label: 'Description', isDone: ({ description }) => description.trim() !== '' },
  { label: 'A picture', isDone: (_text, { pictures }) => pictures.length > 0 },
  { label: 'Code or a demo', isDone: ({ repository, demo }) => [repository, demo].some(parseWebLink) },
];

/** `Still missing: one line`, and `You can add: a picture` for what it can be submitted without. */
export function describeMissing(text: ProjectText, project: MyProject): string[] {
  const open = steps.filter(({ isDone }) => !isDone(text, project));
  const list = (isRequired: boolean) =>
    open
      .filter((step) => Boolean(step.isRequired) === isRequired)
      .map(({ label }) => label.toLowerCase())
      .join(', ');
  return [
    ...(list(true) ? [`Still missing: ${list(true)}`] : []),
    ...(list(false) ? [`You can add: ${list(false)}`] : []),
  ];
}

interface SubmitProps {
  project: MyProject;
  editing: ProjectEditing;
  onTry: () => void;
}

/** The button that submits; nothing when that is done or no longer possible. */
function SubmitButton({ project, editing: { editor, save, text }, onTry }: SubmitProps) {
  const submit = useChangeProject('submit');
  if (!project.can.edit || project.submittedAt) return null;
  const onSubmit = async () => {
    onTry();
    // Errors of an earlier try no longer apply.
    toast.dismissAll();
    // The fields say what is missing.
    if (steps.some((step) => step.isRequired && !step.isDone(text, project))) return;
    if (await editor.flush()) submit.mutate(editor.version);
    else if (!isUnsaved(editor.getState().save))
      toast.error('Not submitted: the site cannot be reached. Submit it again once you are online.');
  };
  return (
    <Button busy={submit.isPending} disabled={save === 'conflict'} onClick={() => void onSubmit()}>
      Submit project
    </Button>
  );
}

/** What a project has and lacks, whether it is saved, how much time is left, and the button that submits. */
export function SubmitPanel({ event, ...props }: SubmitProps & { event: EventView }) {
  const { project, editing } = props;
  return (
    <Card
      title={project.submittedAt ? 'Submitted' : project.can.edit ? 'Submit' : 'Not submitted'}
      aside={project.can.edit && <SaveState save={editing.save} />}
      contentClass="grid gap-3"
    >
      {/* Elsewhere the head of the page says why. */}
      <Standing project={project} event={event} className={project.can.edit ? undefined : 'max-lg:hidden'} />
      <Deadline event={event} project={project} />
      {project.can.edit && (
        <ul aria-label="Checklist" className="grid grid-cols-2 gap-1 text-sm">
          {steps.map(({ label, isDone, isRequired }) => {
            const done = isDone(editing.text, project);
            const Icon = done ? Check : Circle;
            return (
              <li key={label} className={joinClasses('flex items-center gap-2', done && 'text-muted')}>
                <Icon size={16} className={joinClasses('shrink-0', done && 'text-success')} />
                <span>
                  {label}
                  {!isRequired && !done && <span className="text-muted"> (optional)</span>}
                  <span className="sr-only">{done ? ', done' : isRequired && ', missing'}</span>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {/* Elsewhere a bar has the button. */}
      {useWide() && <SubmitButton {...props} />}
    </Card>
  );
}

/**
 * Stays at the lower edge of the screen: while the project is not saved, it says why and leads to the choice; otherwise it
 * has the button that submits where there is no room for the panel. On phones it stands on the parts of the dashboard.
 */
export function SubmitBar(props: SubmitProps) {
  const { project, editing } = props;
  const { save, message, conflicts } = editing;
  const isWide = useWide();
  const fields = new Intl.ListFormat('en').format(
    conflicts.map(({ field }) => `“${projectFieldLabels[field]}”`),
  );
  if (!project.can.edit) return null;
  if (isUnsaved(save))
    return (
      <div
        ref={bottomBar}
        role="alert"
        className="sticky bottom-0 z-(--z-bulk) -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-2 border-danger bg-danger px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] text-on-danger max-lg:bottom-[60px] sm:mx-0 sm:rounded-t-md"
      >
        <TriangleAlert size={24} className="shrink-0" />
        <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
          <strong>Not saved.</strong>{' '}
          {save === 'conflict'
            ? `Someone on your team changed ${fields} at the same time. Nothing is saved until you choose a version.`
            : message}
        </p>
        {save === 'conflict' && (
          <Button variant="secondary" onClick={showFirstConflict}>
            See both versions
          </Button>
        )}
      </div>
    );
  if (isWide) return null;
  return (
    <div
      ref={bottomBar}
      className="sticky z-(--z-header) -mx-4 max-lg:bottom-[60px] flex flex-wrap items-center gap-x-3 gap-y-1 border-t-2 border-edge bg-surface px-4 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] text-sm"
    >
      <div className="flex flex-1 basis-28 flex-wrap justify-between gap-x-3">
        <SaveState save={editing.save} />
        <TimeLeft project={project} />
      </div>
      {project.submittedAt ? <strong>Submitted</strong> : <SubmitButton {...props} />}
    </div>
  );
}
