import Download from 'lucide:download';
import Printer from 'lucide:printer';
import { useEffect, useEffectEvent, useState } from 'react';
import type { EventView } from '../../contract/event/site.ts';
import type { JudgeAccount, TableProgress } from '../../contract/judging/judging-admin.ts';
import { getRubricTitle } from '../../contract/judging/judging-tracks.ts';
import { formatCsv } from '../../contract/platform/csv.ts';
import { formatDay, formatTime } from '../../contract/platform/format.ts';
import { paths } from '../../contract/platform/pages.ts';
import { WorkPage } from '../layout/work-page.tsx';
import { downloadCsv } from '../lib/download.ts';
import { useEvent } from '../lib/event.api.ts';
import { listenTo } from '../lib/listen-to.ts';
import { ask } from '../ui/ask.tsx';
import { Button } from '../ui/button.tsx';

function downloadJudges(accounts: readonly JudgeAccount[]): void {
  const rows = accounts.map(({ username, password, name }) => [username, password, name]);
  downloadCsv('judges.csv', formatCsv([['username', 'password', 'name'], ...rows]));
}

/** Returns the track or prize that a judge is set to; undefined for a judge who chooses. */
export function describeAssignment(
  event: EventView,
  { track, prize }: { track: JudgeAccount['track']; prize?: string | null | undefined },
): string | undefined {
  if (prize) return event.projects?.prizes.find(({ key }) => key === prize)?.label ?? prize;
  return track ? getRubricTitle(event, track) : undefined;
}

/** Returns what is known of a judge's work: the track or prize, the rooms of its tables, and when the schedule has judging. */
function listAssignment(event: EventView, { track, prize }: JudgeAccount, tables: readonly TableProgress[]) {
  const own = prize ? [] : tables.filter((table) => table.known && (!track || table.track === track));
  const start = event.program.find(({ title }) => /judg/i.test(title));
  return [
    describeAssignment(event, { track, prize }),
    [...new Set(own.flatMap(({ area }) => area ?? []))].join(', '),
    start &&
      [`${formatDay(start.startsAt, event)}, ${formatTime(start.startsAt, event)}`, start.place]
        .filter(Boolean)
        .join(', '),
  ].filter(Boolean);
}

const leaveQuestion = {
  title: 'Leave without the passwords?',
  body: 'Nothing was printed or saved. The passwords cannot be shown again: without them you have to reset each one.',
  confirmLabel: 'Leave without them',
  danger: true,
};

interface SignInSheetsProps {
  accounts: JudgeAccount[];
  tables: readonly TableProgress[];
  onDone: () => void;
}

/** New passwords, one sheet per judge, to print and cut. They are shown once, so leaving the page asks for confirmation. */
export function SignInSheets({ accounts, tables, onDone }: SignInSheetsProps) {
  const event = useEvent();
  const [isSaved, setSaved] = useState(false);
  useEffect(() => listenTo(window, ['beforeprint'], () => setSaved(true)), []);
  useEffect(() => listenTo(window, ['beforeunload'], (leaving) => leaving.preventDefault()), []);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (isSaved) return;
    const askFirst = async (click: MouseEvent) => {
      const link = (click.target as Element).closest<HTMLAnchorElement>('a[href]');
      // The page clicks by itself after a yes and to download: neither is asked about.
      if (!link || !click.isTrusted) return;
      click.preventDefault();
      if (!(await ask(leaveQuestion))) return;
      done();
      link.click();
    };
    document.addEventListener('click', askFirst, { capture: true });
    return () => document.removeEventListener('click', askFirst, { capture: true });
  }, [isSaved]);
  return (
    <WorkPage
      title={accounts.length === 1 ? 'Sign-in sheet' : `${accounts.length} sign-in sheets`}
      actions={
        <>
          <Button onClick={() => print()}>
            <Printer size={18} />
            Print
          </Button>
          <Button
            variant="secondary"
            onClick={() => {
              downloadJudges(accounts);
              setSaved(true);
            }}
          >
            <Download size={18} />
            Save as CSV
          </Button>
          <Button variant="ghost" onClick={async () => (isSaved || (await ask(leaveQuestion))) && onDone()}>
            Done
          </Button>
        </>
      }
    >
      <p role="status" className="max-w-[66ch] print:hidden">
        These passwords are shown <strong>only once</strong>. Print the sheets or save the file now, and give
        each judge their own. Anyone with a sheet can sign in until the password is reset.
      </p>
      <ul className="grid gap-4 sm:grid-cols-2 print:grid-cols-2 print:gap-3">
        {accounts.map((account) => {
          const { name, username, password, signInCode } = account;
          return (
            // Black on white in both themes, because it is printed.
            <li
              key={username}
              className="flex break-inside-avoid gap-4 rounded-md border-2 border-ink bg-white p-4 text-ink"
            >
              <img src={signInCode} alt={`Sign-in code for ${name}`} className="size-32 shrink-0" />
              <div className="grid min-w-0 content-center gap-2 text-sm">
                <div>
                  <p className="text-xs">{event?.name}</p>
                  <h2 className="text-lg wrap-anywhere">{name}</h2>
                  {event &&
                    listAssignment(event, account, tables).map((line) => (
                      <p key={line} className="font-semibold wrap-anywhere">
                        {line}
                      </p>
                    ))}
                </div>
                <dl className="font-mono">
                  <dt className="sr-only">Username</dt>
                  <dd className="wrap-anywhere">{username}</dd>
                  <dt className="sr-only">Password</dt>
                  <dd className="wrap-anywhere">{password}</dd>
                </dl>
                <p className="text-xs wrap-anywhere">
                  Scan the code, or sign in at {location.host}
                  {paths.judge}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </WorkPage>
  );
}
