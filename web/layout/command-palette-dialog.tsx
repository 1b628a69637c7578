import { useQuery } from '@tanstack/react-query';
import { Command as Palette } from 'cmdk';
import { Dialog } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SettingsSection } from '../../contract/event/settings.ts';
import type { FoundKind } from '../../contract/operations/home.ts';
import { paths } from '../../contract/platform/pages.ts';
import { useEvent } from '../lib/event.api.ts';
import { formatName } from '../lib/format-name.ts';
import { useSession } from '../lib/session.api.ts';
import { findQuery } from '../operations/home/home.api.ts';
import { overlayClasses, sheetClasses } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { getPageCommands } from './page-commands.ts';
import { listSidebarPages } from './sidebar-pages.ts';

/** What organizers come for, by the words they use, and the page where it is done. */
const actions: [label: string, href: string, words: string][] = [
  ['Write an announcement', paths.announcements, 'email message everybody send news'],
  [
    'Review pending applications',
    `${paths.dashboard}?status=pending&sort=oldest`,
    'decide approve reject rate',
  ],
  ['Check somebody in', paths.checkIn, 'scan qr door manual'],
  ['Invite somebody to the team', paths.staff, 'organizer reviewer lead owner role colleague'],
  ['Add a volunteer', paths.volunteers, 'helper crew staff'],
  ['Add judges', paths.judging, 'accounts sign-in sheets'],
  ['Number the tables', paths.judging, 'assign demo expo'],
  ['Publish the winners', paths.publish, 'results prizes awards'],
  ['Export registrations', paths.afterEvent, 'csv excel spreadsheet wifi list guest names emails download'],
  ['Send failed emails again', paths.log, 'bounced mail retry'],
  ['Download a backup', paths.log, 'archive save restore next new event'],
  ['Import registrations', paths.dashboard, 'csv upload list devpost typeform'],
  ['See who has not arrived', paths.checkInOverview, 'late missing no shows absent'],
  ['Open your account', paths.account, 'profile name sign out logout password data delete'],
];

/** The sections of the settings by their titles, with what people look for in each. */
const sections: [title: string, section: SettingsSection | 'versions', words: string][] = [
  ['Schedule', 'schedule', 'dinner lunch breakfast meals food times move program agenda workshops'],
  ['Event', 'event', 'name dates place venue address tagline links discord time zone language'],
  ['Public page', 'public', 'landing website faq sponsors logos pictures photos contact'],
  ['Tracks and prizes', 'tracks', 'categories challenges projects deadline gallery areas'],
  ['Application form', 'form', 'questions fields agreements consent guardian minors allergies'],
  ['Places and deadlines', 'places', 'capacity limit close registration offers waitlist'],
  ['Switches', 'switches', 'features walk-ins directory push certificates feedback privacy retention'],
  ['Judging', 'judging', 'rubric criteria weights comments'],
  ['Check-in', 'check-in', 'checkpoints meals entrance swag t-shirts'],
  ['Search', 'search', 'terms synonyms vocabulary'],
  ['All versions', 'versions', 'history restore undo earlier states'],
  ['Emails and keys', 'mail', 'smtp sender texts templates placeholders test webhook slack discord'],
];

/** What is found by name, under these headings; its key ends the address. */
const foundGroups: [heading: string, kind: FoundKind, address: string][] = [
  ['People', 'applicant', `${paths.dashboard}?id=`],
  ['Team', 'staff', `${paths.staff}#`],
  ['Volunteers and mentors', 'helper', `${paths.volunteers}#`],
  ['Judges', 'judge', `${paths.judging}#`],
  ['Teams', 'team', `${paths.dashboard}?id=`],
  ['Projects', 'project', `${paths.projectsOverview}?q=`],
];

const groupClasses =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted';

const toWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of a question that name nothing. */
const fillers = new Set(
  toWords(
    'a an and are can change do does find for has have how i in is my not of on the to what when where who',
  ),
);

/** How the value of the item that searches the list of applications ends. */
const searchItem = ' search the list';

/** Ranks by words that begin as each typed word does, those of the name first; 0 hides. Letters in between would match anything. */
function rank(value: string, typed: string, keywords: string[] = []): number {
  const said = toWords(typed);
  const named = said.filter((word) => !fillers.has(word));
  const begins = (texts: string[]) =>
    (named.length > 0 ? named : said).every((part) =>
      texts.flatMap(toWords).some((word) => word.startsWith(part)),
    );
  // The list with these words comes after everything that has the name.
  if (value.endsWith(searchItem)) return 0.1;
  if (begins(keywords.slice(0, 1))) return 1;
  return begins([...keywords, value]) ? 0.5 : 0;
}

/** The open palette: the pages, actions, people, teams and projects that match what is typed. */
export default function PaletteDialog({ onClose }: { onClose: () => void }) {
  const event = useEvent();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const role = useSession().user?.role;
  const search = findQuery(typed);
  const {
    data: found = [],
    isFetching,
    isPlaceholderData,
  } = useQuery({ ...search, enabled: search.enabled });
  // Nobody is found yet when the first item is chosen: then Enter opens whoever is found, not the list.
  const [chosen, setChosen] = useState('');
  const [first] = foundGroups.flatMap(([, kind]) => found.filter((hit) => hit.kind === kind));
  const opened = first && !isPlaceholderData ? `${typed} ${first.kind} ${first.key}`.trim() : undefined;
  useEffect(() => {
    if (opened) setChosen((now) => (now.endsWith(searchItem) ? opened : now));
  }, [opened]);
  const item = (
    key: string,
    label: string,
    run: () => void,
    { words, aside }: { words?: string; aside?: ReactNode } = {},
  ) => (
    <Palette.Item
      key={key}
      value={key}
      keywords={[label, words ?? '']}
      onSelect={() => {
        onClose();
        run();
      }}
      className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-sm px-3 data-[selected=true]:bg-surface-2"
    >
      <span className="min-w-0 wrap-anywhere">{label}</span>
      {aside && <span className="min-w-0 shrink truncate text-sm text-muted">{aside}</span>}
    </Palette.Item>
  );
  const go = (href: string) => () => void navigate(href);
  const pages = listSidebarPages(event, role).flatMap(({ label, pages }) =>
    pages.map((page) => ({ ...page, name: label ? `${label}: ${page.label}` : page.label })),
  );
  const hasPage = new Set(pages.map(({ href }) => href.split('?')[0]));
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClasses} />
        <Dialog.Content className={`${sheetClasses} sm:max-w-lg`} aria-describedby={undefined}>
          <Dialog.Title className="sr-only">Commands</Dialog.Title>
          <Palette label="Commands" loop filter={rank} value={chosen} onValueChange={setChosen}>
            <Palette.Input
              placeholder="A page, a person, or what to do"
              value={typed}
              onValueChange={setTyped}
              className="min-h-11 w-full border-b-2 border-edge bg-transparent text-lg outline-none placeholder:text-muted"
            />
            <Palette.List className="mt-2 h-96 max-h-[60dvh] overflow-y-auto">
              <Palette.Empty className="px-3 py-6 text-center text-muted">
                {isFetching ? 'Searching...' : 'Nothing has that name.'}
              </Palette.Empty>
              <Palette.Group heading="Pages" className={groupClasses}>
                {pages.map(({ name, href, words }) => item(`${name} ${href}`, name, go(href), { words }))}
                {hasPage.has(paths.settings) &&
                  sections.map(([title, section, words]) =>
                    item(section, `Settings: ${title}`, go(`${paths.settings}?section=${section}`), {
                      words,
                    }),
                  )}
              </Palette.Group>
              <Palette.Group heading="Actions" className={groupClasses}>
                {getPageCommands().map(({ label, shortcut, run }) =>
                  item(`${label} on this page`, label, run, { aside: shortcut && <Kbd>{shortcut}</Kbd> }),
                )}
                {actions
                  .filter(([, href]) => href === paths.account || hasPage.has(href.split('?')[0]))
                  .map(([label, href, words]) => item(`${label} ${href}`, label, go(href), { words }))}
              </Palette.Group>
              {foundGroups.map(([heading, kind, address]) => {
                const hits = found.filter((hit) => hit.kind === kind);
                if (hits.length === 0) return null;
                return (
                  <Palette.Group key={kind} heading={heading} className={groupClasses}>
                    {hits.map(({ key, name, detail }) =>
                      item(
                        `${typed} ${kind} ${key}`,
                        formatName(name),
                        go(address + encodeURIComponent(key)),
                        // What the server found matches, whatever the letters say.
                        { words: typed, aside: detail },
                      ),
                    )}
                  </Palette.Group>
                );
              })}
              {hasPage.has(paths.dashboard) && typed.trim() && (
                <Palette.Group heading="Search" className={groupClasses}>
                  {item(
                    typed + searchItem,
                    `Applications with “${typed.trim()}”`,
                    go(`${paths.dashboard}?q=${encodeURIComponent(typed.trim())}`),
                    { words: typed },
                  )}
                </Palette.Group>
              )}
            </Palette.List>
          </Palette>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
