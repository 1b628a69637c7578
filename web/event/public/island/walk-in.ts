import type { WalkInFields } from '../../../../contract/event-day/walk-ins.ts';
import { createIdempotencyKey } from '../../../lib/new-key.ts';
import { readWalkInForm, showWalkInParts } from './walk-in-form.ts';

/** What this device has registered; survives a reload until somebody else registers here. */
interface Registered {
  id: string;
  /** What stands in the form, by the names of its fields. */
  entries: [name: string, value: string][];
  body: WalkInFields;
  isAccepted?: boolean;
}
const storageKey = 'walkIn';

function readStored(): Registered | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    return stored?.body ? stored : undefined;
  } catch {
    return undefined;
  }
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

/** Returns why nobody can register now; undefined when people can, or when that is not known. */
async function findRefusal(): Promise<string | undefined> {
  try {
    return ((await (await fetch('/api/walk-ins/registration')).json()) as { message?: string }).message;
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
  let registered = readStored();

  const store = (sent: Registered) => {
    registered = sent;
    sessionStorage.setItem(storageKey, JSON.stringify(sent));
  };
  const show = (isDone: boolean) => {
    form.hidden = isDone;
    done.hidden = !isDone;
    page.querySelector('[data-name]')!.textContent = registered?.body.name ?? '';
    page.querySelector('[data-email]')!.textContent = registered?.body.email ?? '';
    if (isDone) page.querySelector('h1')!.focus();
  };
  void findRefusal().then((refusal) => {
    if (refusal !== undefined) alert.textContent = refusal;
  });
  form.addEventListener('change', () => showWalkInParts(form));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
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
  });
  page.querySelector('[data-change]')!.addEventListener('click', () => show(false));
  page.querySelector('[data-next]')!.addEventListener('click', () => {
    sessionStorage.removeItem(storageKey);
    registered = undefined;
    form.reset();
    showWalkInParts(form);
    show(false);
  });
  if (!registered) return;
  for (const [name, value] of registered.entries)
    for (const field of form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`))
      if (field.type !== 'checkbox') field.value = value;
      else if (field.value === value) field.checked = true;
  showWalkInParts(form);
  if (registered.isAccepted) show(true);
}
