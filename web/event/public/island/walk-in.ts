import { createIdempotencyKey } from '../../../lib/new-key.ts';

/** What this device has registered; survives a reload until somebody else registers here. */
interface Registered {
  id: string;
  fields: Record<string, string>;
  isAccepted?: boolean;
}
const storageKey = 'walkIn';

function readStored(): Registered | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function toBody({ dietaryDetail, ...fields }: Registered['fields']): Registered['fields'] {
  if (fields.dietaryRestrictions !== 'other') return fields;
  return { ...fields, dietaryRestrictions: `other: ${dietaryDetail}` };
}

/** Sends what was typed; returns the sentence of a refusal, undefined when it was accepted. */
async function send({ id, fields }: Registered): Promise<string | undefined> {
  try {
    const response = await fetch(`/api/walk-ins/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toBody(fields)),
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
  const detail = page.querySelector<HTMLElement>('[data-detail]')!;
  const button = form.querySelector('button')!;
  let registered = readStored();

  const store = (sent: Registered) => {
    registered = sent;
    sessionStorage.setItem(storageKey, JSON.stringify(sent));
  };
  const showDetail = () => {
    const isOther = (form.elements.namedItem('dietaryRestrictions') as HTMLSelectElement).value === 'other';
    detail.hidden = !isOther;
    detail.querySelector('input')!.required = isOther;
  };
  const show = (isDone: boolean) => {
    form.hidden = isDone;
    done.hidden = !isDone;
    page.querySelector('[data-name]')!.textContent = registered?.fields.name ?? '';
    page.querySelector('[data-email]')!.textContent = registered?.fields.email ?? '';
    if (isDone) page.querySelector('h1')!.focus();
  };
  void findRefusal().then((refusal) => {
    if (refusal !== undefined) alert.textContent = refusal;
  });
  form.addEventListener('change', showDetail);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const sent = { id: registered?.id ?? createIdempotencyKey(), fields };
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
    showDetail();
    show(false);
  });
  if (!registered) return;
  for (const [name, value] of Object.entries(registered.fields)) {
    const field = form.elements.namedItem(name);
    if (field) (field as HTMLInputElement).value = value;
  }
  showDetail();
  if (registered.isAccepted) show(true);
}
