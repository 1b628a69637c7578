import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Volunteer } from '../../../contract/people/volunteers.ts';
import { paths } from '../../../contract/platform/pages.ts';
import type { Selected } from '../../event-day/announcements/announcement-form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { listReachable, PeopleBoxes } from '../../ui/people-boxes.tsx';

interface WriteToHelpersProps {
  helpers: readonly Volunteer[];
  onClose: () => void;
}

/** Chooses the helpers to whom an announcement is written. */
export default function WriteToHelpers({ helpers, onClose }: WriteToHelpersProps) {
  const people = helpers.map(({ _id: id, name, email }) => ({ id, name, email }));
  const [chosen, setChosen] = useState(() => listReachable(people));
  const navigate = useNavigate();
  const write = () => {
    const names = people.filter(({ id }) => chosen.includes(id)).map(({ name, email }) => name || email);
    const selected: Selected = {
      segment: { people: 'volunteers', users: chosen },
      names: names.join(', '),
    };
    void navigate(paths.announcements, { state: selected });
  };
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={write}
      confirmLabel={`Write to ${chosen.length}`}
      disabled={chosen.length === 0}
      title="Email helpers"
    >
      <PeopleBoxes people={people} chosen={chosen} onChange={setChosen} />
    </FormDialog>
  );
}
