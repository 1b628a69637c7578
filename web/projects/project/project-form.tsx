import { useState } from 'react';
import type { EventView } from '../../../contract/event/site.ts';
import { limits } from '../../../contract/limits.ts';
import type { User } from '../../../contract/people/users.ts';
import { projectLinks } from '../../../contract/platform/web-link.ts';
import type { MyProject } from '../../../contract/projects/projects.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { ProjectDetailsCard } from './details-card.tsx';
import { PicturesCard } from './pictures-card.tsx';
import { Preview } from './preview.tsx';
import type { ProjectDraft } from './project-editor.ts';
import { projectFieldLabels } from './project-field-labels.ts';
import { LineField, MergedField, PrizesCard } from './project-fields.tsx';
import { ProjectHeader } from './project-header.tsx';
import { SubmitPanel } from './submit-panel.tsx';
import { TagsInput } from './tags-input.tsx';
import { UnsavedBar } from './unsaved-bar.tsx';
import { useProjectEditor } from './use-project-editor.ts';

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
