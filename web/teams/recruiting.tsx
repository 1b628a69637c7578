import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { limits } from '../../contract/limits.ts';
import type { Team } from '../../contract/teams/teams.ts';
import { useEvent } from '../lib/event.api.ts';
import { formatName } from '../lib/format-name.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Collapsible } from '../ui/card.tsx';
import { Field, Form, Input } from '../ui/field.tsx';
import { ErrorBox, Skeleton } from '../ui/page-states.tsx';
import { describeTakingIn } from './seats.ts';
import { teamCardsQuery, useCreateInvite, useUpdateTeamDescription } from './team-directory.api.ts';

interface RecruitingProps {
  team: Team;
  /** Whether the leader's application is approved, so that they can see cards. */
  approved: boolean;
}

/** What the leader of a team with free seats can do to fill them: say what it builds and needs, and invite people by their cards. */
export default function Recruiting({ team, approved }: RecruitingProps) {
  const id = useId();
  const [browsing, setBrowsing] = useState(false);
  return (
    <section aria-labelledby={id}>
      <Collapsible
        open={false}
        line={
          <h3 id={id} className="text-lg">
            Fill your seats
          </h3>
        }
        contentClass="grid gap-4"
      >
        <DescriptionForm team={team} />
        {approved && (
          <>
            <Button
              variant="secondary"
              className="justify-self-start"
              aria-expanded={browsing}
              onClick={() => setBrowsing(!browsing)}
            >
              People without a team
            </Button>
            {browsing && <Cards team={team} />}
          </>
        )}
      </Collapsible>
    </section>
  );
}

function DescriptionForm({ team }: { team: Team }) {
  const [idea, setIdea] = useState(team.idea ?? '');
  const [need, setNeed] = useState(team.need ?? '');
  const updateDescription = useUpdateTeamDescription();
  const submit = () => {
    updateDescription.mutate({ id: team._id, idea, need });
  };
  return (
    <Form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <Field label="Our idea" className="w-full">
        <Input value={idea} maxLength={limits.text.idea} onValueChange={setIdea} />
      </Field>
      <Field
        label="We need"
        hint="Both lines are for people who browse open teams."
        className="min-w-0 flex-1 basis-64"
      >
        <Input value={need} maxLength={limits.text.need} onValueChange={setNeed} />
      </Field>
      <Button type="submit" variant="secondary" busy={updateDescription.isPending}>
        Save
      </Button>
    </Form>
  );
}

const words = { pending: 'Invited', declined: 'Declined' } as const;

function Cards({ team }: { team: Team }) {
  const event = useEvent();
  const { data, isError, refetch } = useQuery(teamCardsQuery);
  const createInvite = useCreateInvite();
  if (isError) return <ErrorBox message="The cards could not be loaded." onRetry={refetch} />;
  if (!data) return <Skeleton text="Loading cards..." />;
  if (data.length === 0) return <p className="text-muted">No one has posted a card yet.</p>;
  return (
    <ul aria-label="People without a team" className="divide-y divide-hairline">
      {data.map(({ _id, name, skills, about, invite, track }) => (
        <li key={_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <Avatar name={name} />
          <span className="min-w-0 flex-1 basis-40">
            <span className="block font-semibold wrap-anywhere">{formatName(name)}</span>
            <span className="block wrap-anywhere">{skills}</span>
            {about && <span className="block text-sm text-muted wrap-anywhere">{about}</span>}
            {!invite && <span className="block text-sm">{describeTakingIn(event, team, track).limit}</span>}
          </span>
          {invite ? (
            <Badge tone={invite === 'pending' ? 'pending' : 'plain'}>{words[invite]}</Badge>
          ) : (
            <Button
              variant="secondary"
              disabled={createInvite.isPending}
              onClick={() => createInvite.mutate({ cardId: _id, name })}
            >
              Invite<span className="sr-only"> {name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
