import { compactJournal } from '../event-day/check-in/station-journal.ts';
import {
  askPlainly,
  findScoreQuestion,
  getCheckInQuestion,
  type LogOutQuestion,
} from '../lib/log-out-question.ts';
import { deletePersonal } from '../lib/offline-queue.ts';

async function confirmLogOut(question: LogOutQuestion | undefined): Promise<boolean> {
  if (!question) return true;
  // Without a network the dialog may not be on this device.
  const parts = [import('../ui/ask.tsx'), import('../ui/dialog.tsx')] as const;
  const [dialog] = await Promise.all(parts).catch(() => []);
  return dialog ? dialog.ask(question) : askPlainly(question);
}

/** Returns whether a judge logs out: asks while scores of theirs, which are of this kind, wait on this device. */
export async function confirmJudgeLogOut(kind: string): Promise<boolean> {
  return confirmLogOut(await findScoreQuestion(kind));
}

/** Logs a person out; asks first while check-ins wait on this device. */
export async function logOutPerson(): Promise<void> {
  if (!(await confirmLogOut(await getCheckInQuestion()))) return;
  // The station would ask once more because check-ins wait; the person has just answered that.
  addEventListener('beforeunload', (leaving) => leaving.stopImmediatePropagation(), { capture: true });
  // Requests for help in somebody's own words must not stay on the device for the next person.
  await deletePersonal().catch((error: unknown) => console.warn(error));
  await compactJournal({ isEnd: true });
  const { logOut } = await import('../lib/log-out.ts');
  await logOut();
}
