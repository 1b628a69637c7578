import { useEffect, useRef, useState } from 'react';
import { getEventTimes } from '../../../contract/event/phases.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { limits } from '../../../contract/limits.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { projectLinks } from '../../../contract/platform/web-link.ts';
import { findStartProblem, type MyProject, type ProjectText } from '../../../contract/projects/projects.ts';
import { ProjectTile } from '../../event/public/gallery-tile.tsx';
import { afterRender } from '../../lib/after-render.ts';
import { joinClasses } from '../../lib/classes.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useUser } from '../../lib/session.api.ts';
import { ask } from '../../ui/ask.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confetti } from '../../ui/confetti.tsx';
import { Checkbox, Field, Input, Textarea } from '../../ui/field.tsx';
import { FilterButtons } from '../../ui/filter-buttons.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { toast } from '../../ui/toast.tsx';
import { PicturesCard, picturesInput } from './pictures-card.tsx';
import { useChangeProject, useUpdateNamedInGallery, useUpdateProjectDetails } from './project.api.ts';
import type { ProjectDraft } from './project-editor.ts';
import { projectFieldLabels } from './project-field-labels.ts';
import { LineField, MarkdownTools, MergedField, PrizesCard } from './project-fields.tsx';
import {
  describeEditing,
  describeMissing,
  describeStep,
  Standing,
  SubmitBar,
  SubmitPanel,
} from './submit-panel.tsx';
import { useProjectEditor } from './use-project-editor.ts';
import { YourTable } from './your-table.tsx';

export const UnsavedText = lazyPart(() => import('./unsaved-text.tsx'));

/** `Quiet Lanterns’`, `Moth Club’s` */
const toPossessive = (name: string) => (/s$/i.test(name) ? `${name}’` : `${name}’s`);

function ProjectHeader({ event, project }: { event: EventView; project: MyProject }) {
  const { team, solo, can, track, submittedAt, late, hidden, tableNumber, version } = project;
  return (
    <header className="grid grid-cols-1 justify-items-start gap-3">
      <h1 className="text-3xl wrap-anywhere">
        {solo ? 'Your own project' : team ? `${toPossessive(team)} project` : 'Your project'}
      </h1>
      <p className="flex flex-wrap items-center gap-2">
        {(version > 0 || can.edit) && (
          <Badge tone={submittedAt ? 'approved' : 'pending'}>{submittedAt ? 'Submitted' : 'Draft'}</Badge>
        )}
        {late && <Badge tone="rejected">Late</Badge>}
        {hidden && <Badge tone="rejected">Hidden by the organizers</Badge>}
        {track && !can.edit && <Badge>{track}</Badge>}
      </p>
      {track && can.edit && <p>Your project will be judged in {track}.</p>}
      {!can.edit && <Standing project={project} event={event} className="lg:hidden" />}
      {solo && (
        <p role="status" className="rounded-md bg-pending-bg px-4 py-3 text-pending">
          You entered this before you were in {team}, which has no project yet.{' '}
          {can.edit
            ? 'Your next change makes it the team’s; a team has one project.'
            : 'It stays yours alone. Ask the organizers if it should be the team’s.'}
        </p>
      )}
      {tableNumber !== undefined && Date.now() < getEventTimes(event).endsAt && (
        <YourTable number={tableNumber} />
      )}
    </header>
  );
}

interface PreviewProps {
  project: MyProject;
  text: ProjectText;
}

/** The project as the gallery shows it, with what is typed. */
function PreviewTile({ project: { team, track, pictures, isNamed }, text }: PreviewProps) {
  const { name } = useUser();
  const project = {
    tagline: text.tagline,
    team,
    track,
    awards: [],
    title: text.title || 'Your title',
    picture: pictures[0] ?? null,
    makers: isNamed ? [name] : [],
  };
  return <ProjectTile project={project} early />;
}

/** The project is submitted: what the gallery shows, where and when it is judged, and that it can still be edited. */
function SubmittedMoment({ event, ...props }: PreviewProps & { event: EventView }) {
  const { tableNumber } = props.project;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    scrollTo({ top: 0 });
    section.current?.focus();
  }, []);
  const judging = event.program.find(({ title, endsAt }) => /judging/i.test(title) && endsAt > Date.now());
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="submitted"
      className="grid items-center gap-x-8 gap-y-4 rounded-lg border-2 border-edge bg-butter p-5 text-ink outline-none sm:grid-cols-2 sm:p-6 lg:col-span-2"
    >
      <Confetti />
      <ul className="text-text">
        <PreviewTile {...props} />
      </ul>
      <div className="grid justify-items-start gap-3">
        <h2 id="submitted" className="text-3xl">
          Submitted!
        </h2>
        {tableNumber !== undefined && <YourTable number={tableNumber} />}
        {judging && (
          <p>
            Judging starts {formatDateTime(judging.startsAt, event)} at {judging.place ?? event.place}.
          </p>
        )}
        <p>{describeEditing(props.project, event)}</p>
      </div>
    </section>
  );
}

/** What organizers need to know about a project, once it is begun here. */
function ProjectDetailsCard({ event, project }: { event: EventView; project: MyProject }) {
  const update = useUpdateProjectDetails();
  const [problem, setProblem] = useState<string>();
  if (project.version === 0) return null;
  const { details } = project;
  return (
    <Card title="For the organizers" contentClass="grid grid-cols-1 gap-6">
      <Field
        label="Started on"
        hint="If you started before the event, the day you began. Only organizers see it."
        error={problem && `The day ${problem}.`}
        required={false}
      >
        <Input
          key={details.startedOn}
          type="date"
          defaultValue={details.startedOn ?? ''}
          onBlur={({ target }) => {
            const startedOn = target.value || null;
            const found = startedOn ? findStartProblem(startedOn, event.dates) : undefined;
            setProblem(found);
            if (!found && startedOn !== details.startedOn) update.mutate({ ...details, startedOn });
          }}
        />
      </Field>
      <Checkbox
        label="We need power at our table"
        checked={details.needsPower}
        onCheckedChange={(checked) => update.mutate({ ...details, needsPower: checked })}
      />
    </Card>
  );
}

interface ProjectFormProps {
  event: EventView;
  project: MyProject;
  draft: ProjectDraft | undefined;
}

const views = ['Write', 'Preview'] as const;

/** The project as it is written; once it can no longer be changed, as the server has it, read-only. */
export function ProjectForm({ event, project, draft }: ProjectFormProps) {
  const written = useProjectEditor(project, draft);
  const { editor } = written;
  const isOpen = project.can.edit;
  const editing = isOpen ? written : { ...written, text: project.text, conflicts: [] };
  const { text } = editing;
  const [isTried, setTried] = useState(false);
  const [wasSubmitted, setSubmitted] = useState(project.submittedAt !== null);
  if (wasSubmitted && project.submittedAt === null) setSubmitted(false);
  const wasOpen = useRef(project.can.edit);
  useEffect(() => {
    if (wasOpen.current && !project.can.edit)
      void editor
        .flush()
        .then((isSaved) =>
          toast.info(
            isSaved
              ? describeStep(project, event)
              : 'Not saved: what you typed last is at the top of this page.',
            { duration: Number.POSITIVE_INFINITY },
          ),
        );
    wasOpen.current = project.can.edit;
  }, [editor, project, event]);
  const isMoment = project.submittedAt !== null && !wasSubmitted;
  const [view, setView] = useState<(typeof views)[number]>(project.can.edit ? 'Write' : 'Preview');
  const description = useRef<HTMLTextAreaElement>(null);
  const prizes = event.projects?.prizes ?? [];
  const onTry = () => {
    setTried(true);
    setView('Write');
    // The errors are at their fields by then.
    afterRender(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus());
  };
  const submitting = { project, editing, onTry };
  return (
    <>
      {!isOpen && editor.isDirty && (
        <UnsavedText draft={editor.draft} onDelete={async () => editor.discard()} isClosed />
      )}
      <div className="grid grid-cols-1 gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        {isMoment && <SubmittedMoment event={event} project={project} text={text} />}
        <ProjectHeader event={event} project={project} />
        <div className="lg:hidden">
          <FilterButtons
            legend="Show"
            filters={views.map((value) => ({
              value,
              label: value === 'Write' && !project.can.edit ? 'Text' : value,
            }))}
            chosen={view}
            onChoose={setView}
          />
          {project.can.edit &&
            view === 'Write' &&
            describeMissing(text, project).map((line) => (
              <p key={line} className="mt-2 text-sm text-muted">
                {line}
              </p>
            ))}
        </div>
        <div
          className={joinClasses(
            'grid grid-cols-1 gap-8 lg:col-start-1',
            view !== 'Write' && 'max-lg:hidden',
          )}
        >
          <fieldset disabled={!project.can.edit} className="grid min-w-0 grid-cols-1 gap-8">
            <legend className="sr-only">Your project</legend>
            <Card title="About" contentClass="grid gap-6">
              <LineField editing={editing} field="title" isTried={isTried} />
              <LineField editing={editing} field="tagline" isTried={isTried} />
              <MergedField editing={editing} field="description">
                <Field
                  label={projectFieldLabels.description}
                  hint="What it does, how you built it, what you learned. Markdown works: # headings, **bold**, - lists."
                  required={false}
                >
                  <div className="grid gap-1">
                    {project.can.edit && (
                      <MarkdownTools
                        textarea={description}
                        onPicture={() => document.getElementById(picturesInput)?.click()}
                      />
                    )}
                    <Textarea
                      ref={description}
                      rows={12}
                      limit={limits.project.description}
                      value={text.description}
                      onValueChange={(value) => editor.edit({ description: value })}
                    />
                  </div>
                </Field>
              </MergedField>
            </Card>
            <PicturesCard project={project} />
            <Card title="Links" contentClass="grid gap-6">
              {projectLinks.map((field) => (
                <LineField key={field} editing={editing} field={field} isTried={isTried} />
              ))}
              <MergedField editing={editing} field="tags">
                <TagsInput
                  label={projectFieldLabels.tags}
                  tags={text.tags}
                  onChange={(tags) => editor.edit({ tags })}
                />
              </MergedField>
            </Card>
            <ProjectDetailsCard event={event} project={project} />
            {prizes.length > 0 && <PrizesCard editing={editing} prizes={prizes} />}
          </fieldset>
          <NameCard project={project} />
          <RemoveProject
            project={project}
            save={async () => ((await editor.flush()) ? editor.version : undefined)}
          />
        </div>
        <ScrollRegion
          label="Preview and submission"
          className={joinClasses(
            'grid gap-4 lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto',
            isMoment ? 'lg:row-start-2' : 'lg:row-start-1',
            view !== 'Preview' && 'max-lg:hidden',
          )}
        >
          <SubmitPanel event={event} {...submitting} />
          <section aria-label="As the gallery shows it" className="grid gap-4 max-lg:order-first">
            <ul>
              <PreviewTile project={project} text={text} />
            </ul>
            {/* As it was last saved. */}
            {project.descriptionHtml && (
              <details>
                <summary className="min-h-11 cursor-pointer content-center font-semibold">
                  Description
                </summary>
                <div
                  className="prose mt-2 rounded-md border border-hairline p-4"
                  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it from Markdown without raw HTML
                  dangerouslySetInnerHTML={{ __html: project.descriptionHtml }}
                />
              </details>
            )}
          </section>
        </ScrollRegion>
      </div>
      <SubmitBar {...submitting} />
    </>
  );
}

/** Whether the gallery names this person beside the project: their own choice, at any time. */
function NameCard({ project: { isNamed, team } }: { project: MyProject }) {
  const user = useUser();
  const update = useUpdateNamedInGallery();
  return (
    <Card title="Your name">
      <Checkbox
        label={`Show my name in the gallery and among the winners: ${user.name}`}
        className="wrap-anywhere"
        checked={update.isPending ? update.variables : isNamed}
        disabled={update.isPending}
        onCheckedChange={update.mutate}
      />
      <p className="mt-2 text-sm text-muted">
        {team === null
          ? 'Otherwise your project is shown without a name.'
          : 'Each of you chooses. Otherwise your project shows only the team’s name.'}{' '}
        You can change this at any time.
      </p>
    </Card>
  );
}

const parse = (typed: string) => [
  ...new Set(
    typed
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

interface TagsInputProps {
  label: string;
  tags: string[];
  onChange: (tags: string[]) => void;
}

function TagsInput({ label, tags, onChange }: TagsInputProps) {
  const [typed, setTyped] = useState(tags.join(', '));
  const { tag, tags: most } = limits.project;
  // What others have changed replaces what is typed; a comma at the end does not.
  const shown = parse(typed).join() === tags.join() ? typed : tags.join(', ');
  const tooLong = tags.find((each) => Array.from(each).length > tag);
  const error =
    tags.length > most ? `At most ${most}.` : tooLong && `“${tooLong}” is longer than ${tag} characters.`;
  return (
    <Field
      label={label}
      hint="Separate with commas: React, Postgres, a soldering iron"
      required={false}
      error={error}
    >
      <Input
        value={shown}
        onValueChange={(value) => {
          setTyped(value);
          onChange(parse(value));
        }}
      />
    </Field>
  );
}

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
    danger: true,
  },
};

interface RemoveProjectProps {
  project: MyProject;
  /** Saves what is typed; returns the version that the server has then, undefined when it has not everything. */
  save: () => Promise<number | undefined>;
}

/** Takes a submission back, or deletes the project; says why where judges have scored it. */
function RemoveProject({ project: { version, submittedAt, can }, save }: RemoveProjectProps) {
  const withdraw = useChangeProject('withdraw');
  const remove = useChangeProject('delete');
  if (version === 0 || !can.edit) return null;
  if (!can.withdraw)
    return (
      <p className="text-sm text-muted">
        Judges have scored it. Ask the organizers if it should not take part.
      </p>
    );
  const askTo = (kind: keyof typeof questions) =>
    void ask(questions[kind], async () => {
      const saved = await save();
      if (saved !== undefined) await (kind === 'withdraw' ? withdraw : remove).mutateAsync(saved);
    });
  return (
    <div className="flex flex-wrap gap-2">
      {submittedAt && (
        <Button variant="secondary" size="compact" onClick={() => askTo('withdraw')}>
          Withdraw submission
        </Button>
      )}
      <Button variant="ghost" size="compact" onClick={() => askTo('delete')}>
        Delete project
      </Button>
    </div>
  );
}
