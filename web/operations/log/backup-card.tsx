import { useQuery } from '@tanstack/react-query';
import { formatAgo, formatCount } from '../../../contract/platform/format.ts';
import { FreshSignIn } from '../../layout/fresh-sign-in.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Collapsible } from '../../ui/card.tsx';
import { backupStateQuery, useDownloadBackup } from './log.api.ts';

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
    >
      <div className="grid justify-items-start gap-3">
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
        <Collapsible line={<span className="font-semibold">Begin the next event</span>} open={false}>
          <div className="grid gap-2 pt-2">
            <p>
              It archives this event in a folder and empties the site but for organizers and what you take
              along. Stop the site, then run on the server:
            </p>
            <code className="rounded-md bg-surface-2 px-3 py-2 text-sm wrap-anywhere">
              npm run cli -- new-event FOLDER --take settings,team,sponsors,questions
            </code>
          </div>
        </Collapsible>
      </div>
    </Card>
  );
}
