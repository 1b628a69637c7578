import { paths } from '../../contract/platform/pages.ts';
import type { Role } from '../../contract/platform/roles.ts';
import type { AuthHint } from '../lib/auth-hint.ts';

export interface HeaderLink {
  label: string;
  href: string;
  /** Shown beside the logo on a phone; the others are in the menu there. */
  onPhones: boolean;
  prominent?: true;
}

export const headerLinkClasses =
  'inline-flex min-h-11 items-center rounded-md px-1 whitespace-nowrap sm:px-2 hover:underline aria-[current=page]:font-semibold';

const schedule = { label: 'schedule', href: paths.schedule };
const dashboard = { label: 'dashboard', href: paths.dashboard, onPhones: true };
const gallery = { label: 'projects', href: paths.projects, onPhones: false };
const logout = { label: 'logout', href: paths.logout, onPhones: false };

const checkIn = { label: 'check-in', href: paths.checkIn, onPhones: true };
const judging = { label: 'judging', href: paths.judging, onPhones: false };

const home = { label: 'home', href: paths.organizerHome, onPhones: true };
const help = { label: 'help', href: paths.help, onPhones: true };

/** The header links for those who have one task, beside what they come for most. */
export const taskLinks: Partial<Record<Role, HeaderLink[]>> = {
  volunteer: [{ ...schedule, onPhones: true }, checkIn, logout],
  mentor: [{ ...schedule, onPhones: true }, help, logout],
  'application-reviewer': [{ ...schedule, onPhones: false }, home, dashboard, logout],
  'check-in-lead': [{ ...schedule, onPhones: false }, home, checkIn, logout],
  'judging-lead': [{ ...schedule, onPhones: false }, home, { ...judging, onPhones: true }, logout],
};

/** The header links for judges, whose session is apart from that of participants; their pages have the logout. */
export const judgeLinks: HeaderLink[] = [
  { ...schedule, onPhones: true },
  { label: 'judging', href: paths.scoring, onPhones: true },
];

export const headerLinks: Record<AuthHint, HeaderLink[]> = {
  out: [
    { ...schedule, onPhones: true },
    { label: 'Sign In', href: paths.login, onPhones: true, prominent: true },
  ],
  user: [{ ...schedule, onPhones: true }, dashboard, logout],
  admin: [{ ...schedule, onPhones: false }, dashboard, checkIn, judging, logout],
};

/** The links with the one to the projects behind the schedule while everybody sees them. */
export const addGallery = ([schedule, ...others]: HeaderLink[], isOpen: boolean): HeaderLink[] =>
  [schedule, ...(isOpen ? [gallery] : []), ...others].filter((item) => item !== undefined);
