import type { Application } from '../../../../contract/apply/applications.ts';
import type { WalkInInput } from '../../../../contract/event-day/walk-ins.ts';
import { hasPlace } from '../../../dashboard/has-place.ts';
import { createIdempotencyKey } from '../../../lib/new-key.ts';
import { storeSignInAddress } from '../../../lib/sign-in-address.ts';
import { parseStoredJson } from '../../../lib/stored-text.ts';
import { readWalkInForm, showWalkInParts } from './walk-in-form.ts';
import { clearProblem, showProblems } from './walk-in-problems.ts';

/** What this device has registered; survives a reload until somebody else registers here. */
interface Registered {
  id: string;
  /** What stands in the form, by the names of its fields. */
  entries: [name: string, value: string][];
  body: WalkInInput;
  isAccepted?: boolean;
}
const storageKey = 'walkIn';
/** In milliseconds: how often the page asks whether the person was admitted, and while nobody can register, whether they can. */
const pollEvery = 10_000;

function readStored(): Registered | undefined {
  const stored = parseStoredJson<Registered>(sessionStorage.getItem(storageKey));
  return stored?.body && stored;
}

/** Sends what was typed; returns the sentence of a refusal, undefined when it was accepted. */
async function send({ id, body }: Registered): Promise<string | undefined> {
  try {
    const response = await fetch(`/api/walk-ins/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.ok) return undefined;
    return ((await response.json()) as { message: string }).message;
  } catch {
    return 'You appear to be offline. Please try again.';
  }
}

/** Returns whether the person behind an id is admitted, or no longer on the list; undefined when that is not known. */
async function findStanding(id: string): Promise<'waiting' | 'admitted' | 'removed' | undefined> {
  try {
    const response = await fetch(`/api/walk-ins/${id}`);
    if (response.status === 404) return 'removed';
    const { admitted } = (await response.json()) as { admitted?: boolean };
    return admitted === undefined ? undefined : admitted ? 'admitted' : 'waiting';
  } catch {
    return undefined;
  }
}

/** Returns why nobody can register now; undefined when people can, or when that is not known. */
async function findRefusal(): Promise<string | undefined> {
  try {
    const response = await fetch('/api/walk-ins/registration');
    return response.ok ? ((await response.json()) as { message?: string }).message : undefined;
  } catch {
    return undefined;
  }
}

/** What decides whether a person has a pass. */
type Standing = Pick<Application, 'status' | 'place' | 'checkedInAt'>;

interface Person extends Partial<Standing> {
  name: string;
  email: string;
}

/** Returns who is signed in on this device; undefined for visitors, and when that is not known. */
async function findPerson(): Promise<Person | undefined> {
  try {
    const { user } = (await (await fetch('/api/auth/user')).json()) as { user: Person | null };
    if (!user) return undefined;
    const mine = await fetch('/api/applications/me');
    return { ...user, ...(mine.ok && ((await mine.json()) as { data: Standing }).data) };
  } catch {
    return undefined;
  }
}

/** Sends the form of a walk-in under the id of this device, and shows that the person is on the list. */
export function startWalkIn(page: HTMLElement) {
  const form = page.querySelector('form')!;
  const done = page.querySelector<HTMLElement>('[data-done]')!;
  const alert = page.querySelector<HTMLElement>('[role=alert]')!;
  const button = form.querySelector('button')!;
  const admitted = page.querySelector<HTMLElement>('[data-admitted]')!;
  const applied = page.querySelector<HTMLElement>('[data-applied]')!;
  let registered = readStored();
  let isForOther = false;
  let following: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;
  const closed = page.querySelector<HTMLElement>('[data-closed]')!;
  const loading = page.querySelector('[data-loading]')!;

  const store = (sent: Registered) => {
    registered = sent;
    sessionStorage.setItem(storageKey, JSON.stringify(sent));
  };
  const show = (isDone: boolean) => {
    loading.remove();
    form.hidden = isDone;
    closed.hidden = true;
    done.hidden = !isDone;
    admitted.hidden = applied.hidden = true;
    for (const key of ['name', 'email'] as const)
      for (const shown of page.querySelectorAll(`[data-${key}]`))
        shown.textContent = registered?.body[key] ?? '';
    if (isDone) page.querySelector('h1')!.focus();
  };
  /** Says that the person is in once an organizer has admitted them, or that they are no longer on the list. */
  const followAdmission = async () => {
    clearTimeout(following);
    if (!registered?.isAccepted) return;
    const { id } = registered;
    const standing = await findStanding(id);
    if (registered?.id !== id || done.hidden) return;
    if (standing === 'admitted') {
      done.hidden = true;
      admitted.hidden = false;
    } else if (standing === 'removed') {
      show(false);
      alert.textContent =
        'You are no longer on the list. If you have applied before, sign in; otherwise talk to an organizer.';
      alert.scrollIntoView({ block: 'center' });
    } else following = setTimeout(followAdmission, pollEvery);
  };
  /** Fills in what is known of the person, and says so if they have applied. */
  const followPerson = async () => {
    const person = await findPerson();
    const isSomebodyElse = registered && registered.body.email.toLowerCase() !== person?.email;
    if (!person || isForOther || isSomebodyElse) return;
    for (const name of ['name', 'email'] as const) {
      const field = form.querySelector<HTMLInputElement>(`[name=${name}]`)!;
      field.value ||= person[name];
    }
    if (!person.status || !admitted.hidden) return;
    loading.remove();
    form.hidden = done.hidden = closed.hidden = true;
    applied.hidden = false;
    page.querySelector('[data-standing]')!.textContent =
      person.status !== 'approved'
        ? 'You have applied, and your application is not approved. Talk to an organizer at the entrance.'
        : person.checkedInAt || hasPlace(person)
          ? 'You are registered. Your pass is on your dashboard.'
          : 'No place is held for you. Talk to an organizer at the entrance.';
  };
  /** Shows the form, or why nobody can register and what there is instead, until they can. */
  const followRegistration = async () => {
    clearTimeout(asking);
    const refusal = await findRefusal();
    loading.remove();
    if (!done.hidden || !admitted.hidden || !applied.hidden) return;
    form.hidden = refusal !== undefined;
    closed.hidden = refusal === undefined;
    page.querySelector('[data-refusal]')!.textContent = refusal ?? '';
    if (refusal !== undefined) asking = setTimeout(followRegistration, pollEvery);
  };
  form.addEventListener('change', () => showWalkInParts(form));
  // Not when the field is left: the tap that leaves it would miss what moves up.
  form.addEventListener('input', ({ target }) => clearProblem(target as HTMLElement));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!showProblems(form)) return;
    const entries = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]);
    const id = registered?.id ?? createIdempotencyKey();
    const sent: Registered = { id, entries, body: readWalkInForm(form) };
    alert.textContent = '';
    button.disabled = true;
    // Before it is sent: when the answer is lost, the next try corrects the same entry.
    store(sent);
    const refusal = await send(sent);
    button.disabled = false;
    alert.textContent = refusal ?? '';
    if (refusal !== undefined) return;
    store({ ...sent, isAccepted: true });
    show(true);
    void followAdmission();
    void followPerson();
  });
  // The address that was typed is the one to sign in with.
  page.addEventListener('click', ({ target }) => {
    const isSignIn = (target as Element).closest('a[data-sign-in]');
    if (isSignIn && registered) storeSignInAddress(registered.body.email);
  });
  page.querySelector('[data-change]')!.addEventListener('click', () => show(false));
  for (const next of page.querySelectorAll('[data-next]'))
    next.addEventListener('click', () => {
      sessionStorage.removeItem(storageKey);
      registered = undefined;
      isForOther = true;
      form.reset();
      showWalkInParts(form);
      show(false);
      void followRegistration();
    });
  if (!registered?.isAccepted) void followRegistration();
  if (!registered) return void followPerson();
  for (const [name, value] of registered.entries)
    for (const field of form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`))
      if (field.type !== 'checkbox') field.value = value;
      else if (field.value === value) field.checked = true;
  showWalkInParts(form);
  if (registered.isAccepted) show(true);
  void followAdmission();
  void followPerson();
}
