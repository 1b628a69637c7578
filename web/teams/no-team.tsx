import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { EventView } from '../../contract/event/site.ts';
import { limits } from '../../contract/limits.ts';
import { cleanInviteCode, isInviteCode } from '../../contract/teams/invite-link.ts';
import { texts } from '../../contract/texts.ts';
import { ApiError } from '../lib/api-error.ts';
import { useEvent } from '../lib/event.api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useMediaQuery } from '../lib/media-query.ts';
import { useUser } from '../lib/session.api.ts';
import { Button } from '../ui/button.tsx';
import { Collapsible } from '../ui/card.tsx';
import { Field, Form, Input } from '../ui/field.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { describeSeatsAndTrack, OtherTrack } from './invite-link-card.tsx';
import { invitationQuery, isWrongCode, useCreateTeam, useJoinTeam, useTakenNameHint } from './teams.api.ts';

const TeamFinder = lazyPart(() => import('./team-finder.tsx'));

interface NoTeamProps {
  /** The track of the person's application. */
  track: EventView['tracks'][number] | undefined;
  /** Whether open teams can be browsed. */
  directory: boolean;
  /** Whether the ways are lines that open: at the event, and before the decision, other things matter more. */
  brief: boolean;
  /** A team has refused the person, who needs another. */
  isRefused: boolean;
}

/** The three ways into a team: below each other on wide screens, as tabs on a phone. */
export function NoTeam({ track, directory, brief, isRefused }: NoTeamProps) {
  const wide = useMediaQuery('(min-width: 48rem)');
  const ways = [
    {
      value: 'create',
      verb: 'Create',
      rest: 'a team',
      content: <CreateTeam track={track} directory={directory} />,
    },
    {
      value: 'join',
      verb: 'Join',
      rest: 'with a code',
      content: <JoinByCode track={track?.id} />,
    },
    {
      value: 'find',
      verb: 'Find',
      rest: 'a team',
      content: <TeamFinder track={track?.id} directory={directory} browses />,
    },
  ];
  const [chosen, setChosen] = useState<string>();

  if (brief)
    return (
      <div className="grid">
        {ways.map(({ value, verb, rest, content }) => (
          <Collapsible
            key={value}
            open={isRefused && value === 'find'}
            line={
              <h3 className="text-lg">
                {verb} {rest}
              </h3>
            }
          >
            {content}
          </Collapsible>
        ))}
      </div>
    );
  if (!wide)
    return (
      <div>
        <Tabs
          label="Ways into a team"
          tabs={ways.map(({ value, verb, rest, content }) => ({
            value,
            label: (
              <>
                {verb}
                <span className="sr-only"> {rest}</span>
              </>
            ),
            content,
          }))}
          value={chosen ?? (isRefused ? 'find' : 'create')}
          onChange={setChosen}
        />
      </div>
    );
  return (
    <div className="divide-y divide-hairline border-y border-hairline">
      {ways.map(({ value, verb, rest, content }) => (
        <section
          key={value}
          aria-labelledby={`way-${value}`}
          className="grid gap-x-6 gap-y-4 py-6 md:grid-cols-[10rem_minmax(0,1fr)]"
        >
          <h3 id={`way-${value}`} className="text-lg">
            {verb} {rest}
          </h3>
          {content}
        </section>
      ))}
    </div>
  );
}

function CreateTeam({ track, directory }: Omit<NoTeamProps, 'brief' | 'isRefused'>) {
  const largest = Math.min(limits.team.maxSize, track?.maxTeamSize ?? limits.team.maxSize);
  const [name, setName] = useState('');
  const [idea, setIdea] = useState('');
  const [chosenSize, setChosenSize] = useState<number>(limits.team.defaultSize);
  const [error, setError] = useState<string>();
  const size = Math.min(chosenSize, largest);
  const sizes = Array.from(
    { length: largest - limits.team.minSize + 1 },
    (_, more) => limits.team.minSize + more,
  );

  const createTeam = useCreateTeam();
  const hint = useTakenNameHint(name);

  const submit = () => {
    const missing = name.trim() === '';
    setError(missing ? texts.apply.teamNameMissing : undefined);
    if (missing) return;
    createTeam.mutate(
      { name, idea, maxMembers: size },
      {
        onError: (refusal) => {
          const problem = refusal instanceof ApiError && refusal.fields.name;
          if (problem) setError(`The team name ${problem}.`);
        },
      },
    );
  };

  return (
    <Form onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Team name" hint={hint} error={error} required>
        <Input value={name} onValueChange={setName} />
      </Field>
      {directory && (
        <Field label="Your idea in one line" required={false}>
          <Input value={idea} maxLength={limits.text.idea} onValueChange={setIdea} />
        </Field>
      )}
      <RadioChips
        legend="Team size"
        options={sizes.map((value) => ({ value: String(value), label: String(value) }))}
        value={String(size)}
        onValueChange={(value) => setChosenSize(Number(value))}
      />
      <Button type="submit" busy={createTeam.isPending}>
        Create team
      </Button>
    </Form>
  );
}

const length = limits.team.inviteCodeLength;
// Six characters, a line under each.
const slots =
  'bg-[repeating-linear-gradient(90deg,var(--color-border)_0_1ch,transparent_1ch_2ch)] bg-[length:12ch_2px] ' +
  'bg-[position:0_calc(100%-0.5rem)] bg-origin-content bg-no-repeat font-mono tracking-[1ch] uppercase';

const noTeamText = 'No team has this invite code.';

/** Upper-cases what was typed or pasted, takes the code out of a link or message, and cuts it to six characters. */
function toInviteCode(typed: string): string {
  return cleanInviteCode(typed).toUpperCase().slice(0, length);
}

function JoinByCode({ track }: { track: string | undefined }) {
  const user = useUser();
  const event = useEvent();
  const [code, setCode] = useState('');
  // What the code reveals is told before joining.
  const { data: invitation, isError } = useQuery(invitationQuery(isInviteCode(code) ? code : '', user._id));
  const [problem, setProblem] = useState<string>();
  const joinTeam = useJoinTeam();
  const input = useRef<HTMLInputElement>(null);
  const submit = () => {
    setProblem(
      code.length < length
        ? 'Enter all six letters and digits of the code.'
        : isInviteCode(code)
          ? undefined
          : noTeamText,
    );
    if (isInviteCode(code)) joinTeam.mutate(code, { onError: () => input.current?.focus() });
    else input.current?.focus();
  };
  return (
    <Form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label="Invite code"
        hint="Six letters and digits, from the team's leader."
        error={problem ?? (isWrongCode(joinTeam.error) ? noTeamText : undefined)}
      >
        <Input
          ref={input}
          value={code}
          // Not maxLength: a code pasted with spaces must not be cut before they are taken out.
          onValueChange={(value) => {
            joinTeam.reset();
            setProblem(undefined);
            setCode(toInviteCode(value));
          }}
          autoCapitalize="characters"
          spellCheck={false}
          className={slots}
        />
      </Field>
      {invitation && !isError && (
        <div role="status" className="grid gap-2">
          <p className="wrap-anywhere">
            <strong>{invitation.teamName}</strong> · {describeSeatsAndTrack(invitation, event)}
          </p>
          <OtherTrack invitation={invitation} track={track} />
        </div>
      )}
      <Button
        type="submit"
        variant="secondary"
        busy={joinTeam.isPending}
        disabled={!isError && invitation?.refusal !== undefined}
      >
        Join team
      </Button>
    </Form>
  );
}
