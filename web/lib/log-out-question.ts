import { countWaiting } from '../event-day/check-in/station-journal.ts';
import { listQueued } from './offline-queue.ts';

/** What somebody is asked who logs out while something of theirs waits on this device. */
export interface LogOutQuestion {
  title: string;
  body: string;
  confirmLabel: string;
}

function toQuestion(count: number, noun: string, sentWhen: string): LogOutQuestion | undefined {
  if (count === 0) return undefined;
  const isOne = count === 1;
  return {
    title: `${count} ${isOne ? `${noun} has` : `${noun}s have`} not been sent yet`,
    body: `${isOne ? 'It stays on this device and is' : 'They stay on this device and are'} sent when ${sentWhen}.`,
    confirmLabel: 'Log out anyway',
  };
}

/** Returns what to ask while check-ins wait on this device; undefined when none do. */
export const getCheckInQuestion = async () =>
  toQuestion(await countWaiting(), 'check-in', 'somebody signs in and opens check-in here again');

/** Returns what to ask while a judge's scores, which are of this kind, wait on this device; undefined when none do. */
export async function findScoreQuestion(kind: string): Promise<LogOutQuestion | undefined> {
  // A queue that cannot be read must not prevent the logout.
  const items = await listQueued(kind).catch(() => []);
  return toQuestion(items.filter(({ trouble }) => !trouble).length, 'score', 'you log in here again');
}

/** Asks in the browser's own dialog. */
export const askPlainly = ({ title, body }: LogOutQuestion) => confirm(`${title}.\n\n${body}`);
