import Archive from 'lucide:archive';
import Award from 'lucide:award';
import Gauge from 'lucide:gauge';
import Gavel from 'lucide:gavel';
import HeartHandshake from 'lucide:heart-handshake';
import House from 'lucide:house';
import IdCard from 'lucide:id-card';
import Inbox from 'lucide:inbox';
import LifeBuoy from 'lucide:life-buoy';
import ListOrdered from 'lucide:list-ordered';
import Megaphone from 'lucide:megaphone';
import PackageOpen from 'lucide:package-open';
import Presentation from 'lucide:presentation';
import Rocket from 'lucide:rocket';
import ScanLine from 'lucide:scan-line';
import ScrollText from 'lucide:scroll-text';
import Settings from 'lucide:settings';
import TicketPlus from 'lucide:ticket-plus';
import Trophy from 'lucide:trophy';
import UsersRound from 'lucide:users-round';
import type { EventView } from '../../contract/event/site.ts';
import { paths } from '../../contract/platform/pages.ts';
import type { Role } from '../../contract/platform/roles.ts';
import type { Icon } from '../ui/icon.ts';
import { canOpen, isLeftOut } from './sidebar-access.ts';

const walkIns = `${paths.checkIn}?mode=walk-in`;

/** A page of the sidebar; `words` are what people call it, and what they come for. */
type Row = [label: string, href: string, icon: Icon, words: string];

/**
 * Returns the pages that a role opens in the order of the sidebar, in groups; those of features that the event does without are
 * left out.
 */
export function listSidebarPages(event: EventView | undefined, role: Role | undefined) {
  const groups: { label?: string; rows: Row[] }[] = [
    {
      rows: [
        [
          'Home',
          paths.organizerHome,
          House,
          'start figures charts statistics totals t-shirts diets allergies',
        ],
        ['Applications', paths.dashboard, Inbox, 'dashboard applicants hackers review people resumes search'],
        ['Waitlist', paths.waitlist, ListOrdered, 'places capacity offers seats queue'],
        ['Announcements', paths.announcements, Megaphone, 'email mail message everybody notify news'],
      ],
    },
    {
      label: 'Check-in',
      rows: [
        ['Station', paths.checkIn, ScanLine, 'scan scanner qr door entrance pass camera'],
        [
          'Overview',
          paths.checkInOverview,
          Gauge,
          'arrivals late missing counts stations meals conflicts undo',
        ],
        ['Walk-ins', walkIns, TicketPlus, 'register at the door on site guest poster'],
        ['Help', paths.help, LifeBuoy, 'mentors queue requests questions support'],
        ['Lending', paths.lending, PackageOpen, 'things hardware borrow headset cable late overdue'],
        ['Volunteers', paths.volunteers, HeartHandshake, 'helpers crew staff'],
        ['Badges', paths.badges, IdCard, 'print name tags'],
      ],
    },
    {
      rows: [['Projects', paths.projectsOverview, Rocket, 'submissions late drafts gallery devpost import']],
    },
    {
      label: 'Judging',
      rows: [
        ['Progress', paths.judging, Gavel, 'judges tables pause rubric expo'],
        ['Scores', paths.scoreReview, Trophy, 'results ranking points review'],
        ['Publish', paths.publish, Award, 'winners prizes results decide lock'],
        ['Show', paths.show, Presentation, 'awards ceremony stage projector reveal present'],
      ],
    },
    {
      rows: [
        [
          'After the event',
          paths.afterEvent,
          Archive,
          'export csv download certificates feedback resume book',
        ],
        [
          'Team',
          paths.staff,
          UsersRound,
          'organizers roles owner reviewer lead invite colleagues people staff',
        ],
        ['Settings', paths.settings, Settings, 'configure options preferences change'],
        ['Log', paths.log, ScrollText, 'audit history who did what failed emails bounced'],
      ],
    },
  ];
  return groups
    .map(({ label, rows }) => ({
      label,
      pages: rows
        .filter(([, href]) => canOpen(role, href) && !isLeftOut(event, href))
        .map(([name, href, icon, words]) => ({ label: name, href, icon, words })),
    }))
    .filter(({ pages }) => pages.length > 0);
}
