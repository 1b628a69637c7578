import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getEventTimes } from '../../../contract/event/phases.ts';
import { type Takeable, takeable } from '../../../contract/operations/backup.ts';
import { formatAgo, formatCount, formatDateTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { FreshSignIn } from '../../layout/fresh-sign-in.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Collapsible } from '../../ui/card.tsx';
import { Checkboxes } from '../../ui/checkboxes.tsx';
import { Field, Form, Input } from '../../ui/field.tsx';
import { homeQuery } from '../home/home.api.ts';
import { backupStateQuery, useBeginNextEvent, useDownloadBackup } from './log.api.ts';

/** For owners: how old the last backup is, a new one to download, and how the next event begins. */
export default function BackupCard() {
  const event = useEvent();
  const { data } = useQuery(backupStateQuery);
  const download = useDownloadBackup();
  if (!data) return null;
  return (
    <Card
      title="Backup"
      aside={
        <Button size="compact" busy={download.isPending} onClick={() => download.mutate()}>
          Download a backup
        </Button>
      }
      contentClass="grid justify-items-start gap-3"
    >
      <p>
        {data.lastAt
          ? `The last backup was made ${formatAgo(data.lastAt, event)}.`
          : 'No backup was made yet.'}{' '}
        {data.missingFiles > 0 &&
          `It lacks ${formatCount(data.missingFiles, 'file')}: run "npm run cli -- doctor" on the server.`}
      </p>
      <p className="text-sm text-muted">
        It holds everything that people have entered: keep it where only you can read it. It does not hold
        SECRET_KEY, without which passes and links that were sent stop working.
      </p>
      <FreshSignIn action={download} />
      <NextEvent />
    </Card>
  );
}

const parts: Record<Takeable, string> = {
  settings: 'The settings: tracks, rubrics, schedule, texts, switches',
  sponsors: 'The sponsors',
  questions: 'The questions and agreements of the form',
  team: 'The accounts of reviewers and leads',
};

/** Archives the event and begins the next one, for which the site stops and starts again. */
function NextEvent() {
  const event = useEvent();
  const begin = useBeginNextEvent();
  const { data } = useQuery({ ...backupStateQuery, refetchInterval: begin.isSuccess ? 2000 : false });
  const [take, setTake] = useState<readonly Takeable[]>(takeable);
  const [name, setName] = useState('');
  const closed = data?.closed;
  const now = useNow();
  const { data: home } = useQuery(homeQuery);
  const endsAt = event ? getEventTimes(event).endsAt : now;
  const unfinished = [
    now < endsAt && `The event is not over: it ends ${formatDateTime(endsAt, event)}.`,
    home && home.tables > 0 && !home.resultsPublished && 'The results are not published.',
  ].filter(Boolean);
  return (
    <>
      {closed && !(begin.isSuccess && closed.problem) && (
        <p role="status" className="wrap-anywhere">
          {closed.problem
            ? `The event was not closed. ${closed.problem}`
            : `The event before this one is in the folder ${closed.folder} on the server.`}
        </p>
      )}
      {begin.isSuccess ? (
        closed && !closed.problem ? (
          <a className="link" href={paths.organizerHome}>
            Set up the next event
          </a>
        ) : (
          <p>The site starts again, which takes about a minute.</p>
        )
      ) : (
        <Collapsible line={<span className="font-semibold">Begin the next event</span>} open={false}>
          <Form
            className="grid max-w-prose justify-items-start gap-4 pt-2"
            onSubmit={() => begin.mutate({ body: { name, take: [...take] } })}
          >
            <p>
              The site stops, archives this event in a folder on the server, with a backup that is read back
              and its public pages, and starts again without it. With the event, its applications, teams,
              projects and scores leave the site, and so do the accounts of applicants, volunteers, mentors
              and judges. Organizers stay. So does what you choose:
            </p>
            <div className="grid">
              <Checkboxes
                options={takeable.map((value) => ({ value, label: parts[value] }))}
                chosen={take}
                onChange={(chosen) => setTake(takeable.filter((part) => chosen.includes(part)))}
              />
            </div>
            {unfinished.length > 0 && <p className="font-semibold text-danger">{unfinished.join(' ')}</p>}
            <Field label={`To confirm, type ${event?.name ?? 'its name'}`}>
              <Input value={name} onValueChange={setName} autoComplete="off" />
            </Field>
            <FreshSignIn action={begin} />
            <Button
              type="submit"
              variant="danger"
              busy={begin.isPending}
              disabled={name.trim() !== event?.name}
            >
              Close this event
            </Button>
          </Form>
        </Collapsible>
      )}
    </>
  );
}
