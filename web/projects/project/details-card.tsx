import type { User } from '../../../contract/people/users.ts';
import type { MyProject } from '../../../contract/projects/projects.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useUpdateProjectDetails } from './project.api.ts';

/** What organizers need to know about a project, once it is begun here. */
export function ProjectDetailsCard({ user, project }: { user: User; project: MyProject }) {
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
