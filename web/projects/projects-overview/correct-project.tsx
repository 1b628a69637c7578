import { useState } from 'react';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { completeWebLink, projectLinks } from '../../../contract/platform/web-link.ts';
import type { getProject } from '../../../contract/projects/projects-admin.ts';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { Button } from '../../ui/button.tsx';
import { Checkboxes } from '../../ui/checkboxes.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Form, Input, Select } from '../../ui/field.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import { projectFieldLabels } from '../project/project-field-labels.ts';
import { useAddProjectMember, useCorrectProject, useRemoveProjectMember } from './projects-overview.api.ts';

interface CorrectProjectProps {
  id: string;
  name: string;
  project: ResponseOf<typeof getProject>;
  onClose: () => void;
}

/** What organizers correct of a project: its title, links, track and prizes, and who is on its team. */
export default function CorrectProject({ id, name, project, onClose }: CorrectProjectProps) {
  const event = useEvent();
  const { fixed, hasTeam, people } = project;
  const [version] = useState(project.version);
  const [track, setTrack] = useState(project.track);
  const [text, setText] = useState(() => {
    const { title, repository, demo, video, prizes } = project.text;
    return { title, repository, demo, video, prizes };
  });
  const correct = useCorrectProject();
  if (!event) return null;
  const prizes = event.projects?.prizes ?? [];
  const submit = () =>
    correct.mutate({ params: { id }, body: { version, track, text } }, { onSuccess: onClose });
  return (
    <Dialog
      wide
      open
      onClose={onClose}
      title={`Correct ${name}`}
      description="Everybody on the project gets an email that says what changed."
    >
      <Form className="grid gap-5" onSubmit={submit}>
        <Field label={projectFieldLabels.title}>
          <Input value={text.title} onValueChange={(value) => setText({ ...text, title: value })} />
        </Field>
        {projectLinks.map((link) => (
          <Field key={link} label={projectFieldLabels[link]}>
            <Input
              type="url"
              value={text[link]}
              onValueChange={(value) => setText({ ...text, [link]: value })}
              onBlur={() => setText({ ...text, [link]: completeWebLink(text[link]) })}
            />
          </Field>
        ))}
        <Field label="Track" hint={fixed.track}>
          <Select
            value={track}
            disabled={fixed.track !== undefined}
            options={event.tracks.map((each) => ({ value: each.id, label: each.title }))}
            onValueChange={setTrack}
          />
        </Field>
        {prizes.length > 0 && (
          <fieldset disabled={fixed.prizes !== undefined}>
            <legend className="font-semibold">{projectFieldLabels.prizes}</legend>
            {fixed.prizes && <p className="text-sm text-muted">{fixed.prizes}</p>}
            <div className="flex flex-wrap gap-x-6">
              <Checkboxes
                options={prizes.map(({ key, label }) => ({ value: key, label }))}
                chosen={text.prizes}
                onChange={(chosen) => setText({ ...text, prizes: chosen })}
              />
            </div>
          </fieldset>
        )}
        {correct.errorText && <ErrorBox message={correct.errorText} />}
        <div>
          <Button type="submit" busy={correct.isPending}>
            Save and tell the team
          </Button>
        </div>
      </Form>
      {hasTeam && <Members id={id} people={people} />}
    </Dialog>
  );
}

/** Who is on the team of the project; each change counts at once. */
function Members({ id, people }: { id: string } & Pick<CorrectProjectProps['project'], 'people'>) {
  const [email, setEmail] = useState('');
  const add = useAddProjectMember();
  const remove = useRemoveProjectMember();
  const problem = add.errorText ?? remove.errorText;
  return (
    <section aria-labelledby="members" className="grid gap-3 border-t border-hairline pt-5">
      <h3 id="members" className="font-semibold">
        On the team
      </h3>
      <ul className="divide-y divide-hairline">
        {people.map(({ _id, name }) => (
          <li key={_id} className="flex min-h-11 items-center justify-between gap-3 wrap-anywhere">
            {formatName(name)}
            <Button
              size="compact"
              variant="ghost"
              aria-label={`Remove ${formatName(name)} from the team`}
              disabled={people.length === 1 || remove.isPending}
              onClick={() => remove.mutate({ params: { id, userId: _id } })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <Form
        className="flex flex-wrap items-end gap-3"
        onSubmit={() => {
          const person = email.trim();
          add.mutate({ params: { id }, body: { person } }, { onSuccess: () => setEmail('') });
        }}
      >
        <Field label="Email address of somebody to add" className="min-w-56 flex-1">
          <Input type="email" required value={email} onValueChange={setEmail} />
        </Field>
        <Button type="submit" variant="secondary" busy={add.isPending}>
          Add to the team
        </Button>
      </Form>
      {problem && <ErrorBox message={problem} />}
    </section>
  );
}
