import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Printer } from 'lucide-react';
import { useLocation } from 'react-router';
import { type BadgeContent, listBadges } from '../../contract/badges.ts';
import { limits } from '../../contract/limits.ts';
import { paths } from '../../contract/pages.ts';
import { getErrorMessage } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { useEvent } from '../lib/event.api.ts';
import { useTitle } from '../lib/title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { BadgeSheet } from './badge-sheet.tsx';

const { perSheet, atOnce } = limits.badges;

function parts<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  );
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

async function askForAll(ids: string[], signal: AbortSignal): Promise<BadgeContent[]> {
  const badges: BadgeContent[] = [];
  for (const some of parts(ids, atOnce))
    badges.push(...(await call(listBadges, { body: { ids: some }, signal })));
  return badges.sort((a, b) => a.name.localeCompare(b.name));
}

/** The badges of the applications whose ids stand behind the `#` of the address, eight a sheet, ready to be printed. */
export function Component() {
  useTitle('Badges');
  const ids = useLocation().hash.slice(1).split(',').filter(Boolean);
  const { data, error, refetch } = useQuery({
    queryKey: ['badges', ids],
    queryFn: ({ signal }) => askForAll(ids, signal),
    enabled: ids.length > 0,
  });
  return (
    <main className="badges-page mx-auto grid w-full max-w-5xl gap-6 px-4 py-6 sm:px-8">
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <h1 tabIndex={-1} className="mr-auto text-2xl sm:text-3xl">
          Badges
        </h1>
        <LinkButton href={paths.dashboard} variant="secondary">
          <ArrowLeft size={20} aria-hidden="true" />
          Applications
        </LinkButton>
        <Button disabled={!data?.length} onClick={() => print()}>
          <Printer size={20} aria-hidden="true" />
          Print
        </Button>
      </div>
      {ids.length === 0 && (
        <EmptyState text="Tick people in the list of applications, then choose Print badges." />
      )}
      {error && !data && (
        <ErrorBox
          message={getErrorMessage(error, 'The badges could not be made. Please try again.')}
          onRetry={() => void refetch()}
        />
      )}
      {ids.length > 0 && !data && !error && <Skeleton text={`Drawing ${counted(ids.length, 'badge')}...`} />}
      {data && <Sheets badges={data} asked={ids.length} />}
    </main>
  );
}

function Sheets({ badges, asked }: { badges: BadgeContent[]; asked: number }) {
  const event = useEvent();
  const sheets = parts(badges, perSheet);
  const left = asked - badges.length;
  return (
    <>
      <div role="status" className="grid gap-1 print:hidden">
        <p>
          {counted(badges.length, 'badge')} on {counted(sheets.length, 'sheet')}, A4 or Letter. Print at 100
          %, then cut along the lines: each is 90 × 60 mm.
        </p>
        {left > 0 && (
          <p className="text-warning">
            {left === 1 ? 'One person is' : `${left} people are`} not approved and{' '}
            {left === 1 ? 'has' : 'have'} no badge.
          </p>
        )}
      </div>
      {event &&
        sheets.map((sheet) => (
          <BadgeSheet
            key={sheet[0]?._id}
            badges={sheet}
            event={event.name}
            tracks={event.tracks.map(({ title }) => title)}
          />
        ))}
    </>
  );
}
