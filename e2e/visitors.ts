import { beforeAll } from 'vitest';
import { paths } from '../contract/platform/pages.ts';
import { createApplicant } from './applicants.ts';
import type { Page } from './browser.ts';
import type { Site } from './site.ts';

export interface Visitor {
  cookie: string;
  /** What an earlier visit left in the browser's storage. */
  remembers?: Record<string, string>;
}

/** Creates one person of each kind who opens pages, on a site seeded with 60 applicants, before the tests of the file begin. */
export function useVisitors(site: Site): Record<string, Visitor> {
  const visitors: Record<string, Visitor> = {};
  /** Returns the cookie that a call sets for its kind of session. */
  const sessionOf = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${site.url}/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };
  beforeAll(async () => {
    const told = await site.command('seed', '--applicants', '60');
    const roster = told.split('\n').map((line) => line.split('\t'));
    const signedIn = async (words: string) => {
      const email = roster.find(([, standing]) => standing?.includes(words))?.[0] ?? '';
      const { code } = JSON.parse(await site.command('sign-in', email, '--json'));
      return { cookie: await sessionOf('/auth/email/verify', { email, code }) };
    };
    const [username = '', password = ''] = roster.find(([, , role]) => role === 'judge') ?? [];
    const [, reviewPassword = ''] = roster.find(([, , role]) => role === 'reviewer') ?? [];
    visitors.organizer = await signedIn('organizer');
    visitors.leader = await signedIn('leads a team');
    visitors.pending = await signedIn('under review');
    visitors.newcomer = await site.person();
    visitors.named = await createApplicant(site, {
      status: 'approved',
      attending: true,
      name: 'Maximiliana-Konstantinopolitanische Wolfeschlegelsteinhausenbergerdorff',
    });
    const withdrawn = await createApplicant(site, { name: 'Wilma Withdrawn' });
    await withdrawn.call('POST', '/applications/withdraw');
    visitors.withdrawn = withdrawn;
    visitors.judge = {
      cookie: await sessionOf('/judge/login', { username, password }),
      remembers: { judgeSession: JSON.stringify({ username, name: 'Judge' }), selectedTrack: 'hacker' },
    };
    visitors.reviewer = {
      cookie: await sessionOf('/score-review/unlock', { password: reviewPassword }),
      remembers: { scoreReviewAdmin: 'true' },
    };
  });
  return visitors;
}

export async function storeMemories(page: Page, { remembers = {} }: Visitor): Promise<void> {
  for (const [key, value] of Object.entries(remembers))
    await page.evaluate(([name, kept]) => localStorage.setItem(name, kept), [key, value] as const);
}

/** The pages, each with who opens it and what is visible when it has loaded. */
export const visits: [address: string, who: string | undefined, ready: string][] = [
  [paths.home, undefined, 'main h1'],
  [paths.home, 'organizer', 'header :text("check-in")'],
  [paths.schedule, undefined, 'main h1'],
  [paths.signIn, undefined, 'main form'],
  [paths.shift, undefined, ':text("This code has expired")'],
  [paths.join, undefined, ':text("This invitation does not work")'],
  [paths.apply, 'newcomer', 'main form'],
  [paths.account, 'newcomer', ':text("Delete account")'],
  [paths.account, 'pending', ':text("Withdraw application")'],
  [paths.account, 'named', ':text("Save details")'],
  [paths.account, 'withdrawn', ':text("Restore application")'],
  [paths.account, 'organizer', ':text("Delete account")'],
  [paths.project, 'named', ':text("The deadline was")'],
  [paths.project, 'newcomer', ':text("The deadline was")'],
  [paths.dashboard, 'withdrawn', ':text("Restore your application")'],
  [paths.dashboard, 'newcomer', ':text("You have not applied yet.")'],
  [paths.dashboard, 'pending', ':text("Application Details")'],
  [paths.dashboard, 'leader', ':text("Team Formation")'],
  [paths.dashboard, 'named', ':text("PRIORITY ACCESS")'],
  [paths.dashboard, 'organizer', 'main [role=listbox], main :text("applications")'],
  [paths.checkIn, 'organizer', ':text("Scan QR Code")'],
  [paths.checkInOverview, 'organizer', 'main section'],
  [paths.projectsOverview, 'organizer', ':text("Accept late projects")'],
  [paths.volunteers, 'organizer', 'main section'],
  [paths.staff, 'organizer', ':text("Invite by email")'],
  [paths.announcements, 'organizer', ':text("There are no announcements yet.")'],
  [paths.afterEvent, 'organizer', ':text("Export everything")'],
  [paths.badges, 'organizer', 'h1'],
  [paths.organizerHome, 'organizer', ':text("Needs you now")'],
  [paths.log, 'organizer', ':text("Show older"), main table'],
  [paths.publish, 'organizer', ':text("Only organizers and judges")'],
  [paths.show, 'organizer', ':text("No winners are locked yet")'],
  [paths.showScreen, 'organizer', 'main'],
  [paths.waitlist, 'organizer', ':text("Nothing scheduled here.")'],
  [paths.lending, 'organizer', ':text("Nothing scheduled here.")'],
  [paths.help, 'organizer', ':text("Nothing scheduled here.")'],
  [paths.judging, 'organizer', 'main section'],
  [paths.settings, 'organizer', ':text("Add to Sat")'],
  [paths.judge, undefined, 'main form'],
  [paths.judgeLogin, undefined, 'main form'],
  [paths.trackSelect, 'judge', 'main [type=radio]'],
  [paths.scoring, 'judge', ':text("Total Weighted Score")'],
  [paths.scoreReview, undefined, 'main form'],
  [paths.scoreReview, 'reviewer', 'main table'],
  [paths.resumes, undefined, ':text("This link no longer works")'],
  ['/nowhere', undefined, ':text("Nothing scheduled here.")'],
];
