import { useState } from 'react';
import type { EventView } from '../../../contract/event/site.ts';
import { limits } from '../../../contract/limits.ts';
import type { User } from '../../../contract/people/users.ts';
import { projectLinks } from '../../../contract/platform/web-link.ts';
import type { MyProject } from '../../../contract/projects/projects.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { Deadline } from './deadline.tsx';
import { NameCard } from './name-card.tsx';
import { PicturesCard } from './pictures-card.tsx';
import { useUpdateProjectDetails } from './project.api.ts';
import type { ProjectDraft } from './project-editor.ts';
import { projectFieldLabels } from './project-field-labels.ts';
import { LineField, MergedField, PrizesCard } from './project-fields.tsx';
import { SubmitPanel } from './submit-panel.tsx';
import { TagsInput } from './tags-input.tsx';
import { UnsavedBar } from './unsaved-bar.tsx';
import { useProjectEditor } from './use-project-editor.ts';
import { YourTable } from './your-table.tsx';

/** `Quiet Lanterns’`, `Moth Club’s` */
const toPossessive = (name: string) => (/s$/i.test(name) ? `${name}’` : `${name}’s`);

/** Whose project it is, where it stands, and how much time is left. */
function ProjectHeader({ event, project }: { event: EventView; project: MyProject }) {
  const { team, solo, can, track, submittedAt, late, hidden, tableNumber } = project;
  return (
    <header className="grid justify-items-start gap-3">
      <h1 className="text-3xl wrap-anywhere">
        {solo ? 'Your own project' : team ? `${toPossessive(team)} project` : 'Your project'}
      </h1>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={submittedAt ? 'approved' : 'pending'}>{submittedAt ? 'Submitted' : 'Draft'}</Badge>
        {late && <Badge tone="rejected">Late</Badge>}
        {hidden && <Badge tone="rejected">Hidden by the organizers</Badge>}
        {track && <Badge>{track}</Badge>}
      </p>
      {solo && (
        <p role="status" className="rounded-md bg-pending-bg px-4 py-3 text-pending">
          You entered this before you were in {team}, which has no project yet.{' '}
          {can.edit
            ? 'Your next change makes it the team’s; a team has one project.'
            : 'It stays yours alone. Ask the organizers if it should be the team’s.'}
        </p>
      )}
      {tableNumber !== undefined && <YourTable number={tableNumber} />}
      <Deadline event={event} project={project} />
    </header>
  );
}

/** The description as others read it, as it was last saved. */
function Preview({ html }: { html: string }) {
  if (html === '') return null;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center font-semibold">Preview</summary>
      <div
        className="prose mt-2 rounded-md border border-hairline p-4"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it from Markdown without raw HTML
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </details>
  );
}

/** What organizers need to know about a project, once it is begun here. */
function ProjectDetailsCard({ user, project }: { user: User; project: MyProject }) {
  const update = useUpdateProjectDetails(user);
  if (project.version === 0) return null;
  const { details } = project;
  return (
    <Card title="For the organizers">
      <div className="grid gap-6">
        <Field
          label="Started on"
          hint="If you started before the event, the day you began. Only organizers see it."
          required={false}
        >
          <Input
            key={details.startedOn}
            type="date"
            defaultValue={details.startedOn ?? ''}
            onBlur={({ target }) => {
              const startedOn = target.value || null;
              if (startedOn !== details.startedOn) update.mutate({ ...details, startedOn });
            }}
          />
        </Field>
        <Checkbox
          label="We need power at our table"
          checked={details.needsPower}
          onChange={({ target }) => update.mutate({ ...details, needsPower: target.checked })}
        />
      </div>
    </Card>
  );
}

interface ProjectFormProps {
  user: User;
  event: EventView;
  project: MyProject;
  draft: ProjectDraft | undefined;
}

/** The project as it is written; read-only once it can no longer be changed. */
export function ProjectForm({ user, event, project, draft }: ProjectFormProps) {
  const editing = useProjectEditor(user, project, draft);
  const { editor, text } = editing;
  const [isTried, setTried] = useState(false);
  const prizes = event.projects?.prizes ?? [];
  return (
    <>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-x-12">
        <div className="grid gap-8">
          <ProjectHeader event={event} project={project} />
          <fieldset disabled={!project.can.edit} className="grid gap-8">
            <legend className="sr-only">Your project</legend>
            <Card title="About">
              <div className="grid gap-6">
                <LineField editing={editing} field="title" isTried={isTried} />
                <LineField editing={editing} field="tagline" isTried={isTried} />
                <MergedField editing={editing} field="description">
                  <Field
                    label={projectFieldLabels.description}
                    hint="What it does, how you built it, what you learned. Markdown works: # headings, **bold**, - lists."
                    required={false}
                  >
                    <Textarea
                      rows={12}
                      limit={limits.project.description}
                      value={text.description}
                      onChange={({ target }) => editor.edit({ description: target.value })}
                    />
                  </Field>
                </MergedField>
                <Preview html={project.descriptionHtml} />
              </div>
            </Card>
            <PicturesCard user={user} project={project} />
            <Card title="Links">
              <div className="grid gap-6">
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
              </div>
            </Card>
            <ProjectDetailsCard user={user} project={project} />
            {prizes.length > 0 && <PrizesCard editing={editing} prizes={prizes} />}
          </fieldset>
          <NameCard user={user} project={project} />
        </div>
        <SubmitPanel
          user={user}
          event={event}
          project={project}
          editing={editing}
          onTry={() => setTried(true)}
        />
      </div>
      <UnsavedBar editing={editing} />
    </>
  );
}
