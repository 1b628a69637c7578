import { compactJournal, countWaiting } from '../event-day/check-in/station-journal.ts';
import { hasDraft } from './draft-store.ts';
import { draftPrefixes, logOut } from './log-out.ts';
import { deletePersonal, listQueued } from './offline-queue.ts';

/** What somebody is asked who logs out while something of theirs waits on this device. */
export interface LogOutQuestion {
  title: string;
  body: string;
  confirmLabel: string;
}

/** Asks in a dialog; undefined when the dialog cannot be shown. */
type AskInDialog = (question: LogOutQuestion) => Promise<boolean | undefined>;

/** Asks in the dialog; without one, as on public pages, in the browser's own. */
async function askAnyway(title: string, body: string, askInDialog?: AskInDialog): Promise<boolean> {
  const answer = await askInDialog?.({ title, body, confirmLabel: 'Log out anyway' });
  return answer ?? confirm(`${title}.\n\n${body}`);
}

/** Asks while something waits. */
async function confirmLogOut(count: number, noun: string, sentWhen: string, askInDialog?: AskInDialog) {
  if (count === 0) return true;
  const isOne = count === 1;
  const title = `${count} ${isOne ? `${noun} has` : `${noun}s have`} not been sent yet`;
  const body = `${isOne ? 'It stays on this device and is' : 'They stay on this device and are'} sent when ${sentWhen}.`;
  return askAnyway(title, body, askInDialog);
}

/** Logs a person out; asks first while check-ins wait on this device, or a draft that it deletes. */
export async function logOutPerson(askInDialog?: AskInDialog): Promise<void> {
  const sentWhen = 'somebody signs in and opens check-in here again';
  if (!(await confirmLogOut(await countWaiting(), 'check-in', sentWhen, askInDialog))) return;
  if (
    (await hasDraft(draftPrefixes)) &&
    !(await askAnyway(
      'You have a draft that has not been sent',
      'It is deleted from this device.',
      askInDialog,
    ))
  )
    return;
  // The station would ask once more because check-ins wait; the person has just answered that.
  addEventListener('beforeunload', (leaving) => leaving.stopImmediatePropagation(), { capture: true });
  // Requests for help in somebody's own words must not stay on the device for the next person.
  await deletePersonal().catch((error: unknown) => console.warn(error));
  await compactJournal({ isEnd: true });
  await logOut();
}

/** Returns whether a judge logs out: asks while scores of theirs, which are of this kind, wait on this device. */
export async function confirmJudgeLogOut(kind: string, askInDialog: AskInDialog): Promise<boolean> {
  // A queue that cannot be read must not prevent the logout.
  const items = await listQueued(kind).catch(() => []);
  const waiting = items.filter(({ trouble }) => !trouble).length;
  return confirmLogOut(waiting, 'score', 'you log in here again', askInDialog);
}
