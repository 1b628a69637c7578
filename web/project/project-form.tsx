import { type ReactNode, useState } from 'react';
import { limits } from '../../contract/limits.ts';
import type { MyProject, ProjectText } from '../../contract/projects.ts';
import type { EventView } from '../../contract/site.ts';
import type { User } from '../../contract/users.ts';
import { type ProjectLink, parseWebLink, projectLinks } from '../../contract/web-link.ts';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Counter, Textarea } from '../ui/textarea.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { ProjectDetailsCard } from './details-card.tsx';
import { PicturesCard } from './pictures-card.tsx';
import { Preview } from './preview.tsx';
import type { ProjectDraft } from './project-editor.ts';
import { projectFieldLabels } from './project-field-labels.ts';
import { ProjectHeader } from './project-header.tsx';
import { SubmitPanel } from './submit-panel.tsx';
import { TagsInput } from './tags-input.tsx';
import { useProjectEditor } from './use-project-editor.ts';

interface ProjectFormProps {
  user: User;
  event: EventView;
  project: MyProject;
  draft: ProjectDraft | undefined;
}

const linkHints = {
  repository: 'Where your code is.',
  demo: 'Where it can be tried.',
  video: 'Two minutes are plenty.',
};

const missing = { title: 'Please enter a title.', tagline: 'Please say in one line what it is.' };

/** The project as it is written; read-only once it can no longer be changed. */
export function ProjectForm({ user, event, project, draft }: ProjectFormProps) {
  const { editor, text, save, message, conflicts } = useProjectEditor(user, project, draft);
  const [isTried, setTried] = useState(false);
  const { title, tagline, description } = limits.project;
  const prizes = event.projects?.prizes ?? [];

  /** A field, under what somebody else has made of it meanwhile. */
  const withConflict = (field: keyof ProjectText, control: ReactNode) => {
    const conflict = conflicts.find((each) => each.field === field);
    return (
      <div className="grid gap-3">
        {control}
        {conflict && (
          <ConflictNotice
            label={projectFieldLabels[field]}
            mine={text[field]}
            conflict={conflict}
            onResolve={(choice) => editor.resolve(conflict, choice)}
          />
        )}
      </div>
    );
  };
  const line = (field: 'title' | 'tagline' | ProjectLink, max: number, hint?: string) => {
    const isLink = field !== 'title' && field !== 'tagline';
    const findError = () => {
      if (!isLink) return isTried && text[field].trim() === '' ? missing[field] : undefined;
      const isWrong = text[field] !== '' && !parseWebLink(text[field]);
      return isWrong ? 'This address does not begin with http:// or https:// yet.' : undefined;
    };
    return withConflict(
      field,
      <Field label={projectFieldLabels[field]} hint={hint} required={!isLink} error={findError()}>
        <div>
          <Input
            value={text[field]}
            maxLength={max}
            type={isLink ? 'url' : 'text'}
            autoComplete="off"
            onChange={({ target }) => editor.edit({ [field]: target.value })}
          />
          {text[field].length >= max * 0.8 && <Counter count={text[field].length} limit={max} />}
        </div>
      </Field>,
    );
  };

  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-x-12">
      <div className="grid gap-8">
        <ProjectHeader event={event} project={project} />
        <fieldset disabled={!project.can.edit} className="grid gap-8">
          <legend className="sr-only">Your project</legend>
          <Card title="What it is">
            <div className="grid gap-6">
              {line('title', title)}
              {line('tagline', tagline, 'One line for people who walk past.')}
              {withConflict(
                'description',
                <Field
                  label={projectFieldLabels.description}
                  hint="What it does, how you built it, what you learned. Markdown works: # headings, **bold**, - lists."
                  required={false}
                >
                  <Textarea
                    rows={12}
                    limit={description}
                    value={text.description}
                    onChange={({ target }) => editor.edit({ description: target.value })}
                  />
                </Field>,
              )}
              <Preview html={project.descriptionHtml} />
            </div>
          </Card>
          <PicturesCard user={user} project={project} />
          <Card title="Where it is">
            <div className="grid gap-6">
              {projectLinks.map((field) => (
                <div key={field}>{line(field, limits.project.link, linkHints[field])}</div>
              ))}
              {withConflict(
                'tags',
                <TagsInput
                  label={projectFieldLabels.tags}
                  tags={text.tags}
                  onChange={(tags) => editor.edit({ tags })}
                />,
              )}
            </div>
          </Card>
          <ProjectDetailsCard user={user} project={project} />
          {prizes.length > 0 && (
            <Card title={projectFieldLabels.prizes}>
              {withConflict(
                'prizes',
                <fieldset className="grid gap-1">
                  <legend className="mb-2 text-sm text-muted">
                    Judges of a prize see the projects that enter for it.
                  </legend>
                  {prizes.map(({ key, label }) => (
                    <Checkbox
                      key={key}
                      label={label}
                      checked={text.prizes.includes(key)}
                      onChange={({ target }) =>
                        editor.edit({
                          prizes: prizes
                            .map((prize) => prize.key)
                            .filter((each) => (each === key ? target.checked : text.prizes.includes(each))),
                        })
                      }
                    />
                  ))}
                </fieldset>,
              )}
            </Card>
          )}
        </fieldset>
      </div>
      <SubmitPanel
        user={user}
        event={event}
        project={project}
        editor={editor}
        save={save}
        message={message}
        onTry={() => setTried(true)}
      />
    </div>
  );
}
