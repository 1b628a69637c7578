import type { Event } from '../../contract/event.ts';
import { texts } from '../../contract/texts.ts';
import { type Block, html, text } from './email-layout.ts';

/** A mail without its address. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

export type Sender = { event: Pick<Event, 'name' | 'dates' | 'place'> };
export type Site = Sender & { publicUrl: URL };

/** The mail with a sign-in code. */
export function codeLetter({ event, code, minutes }: Sender & { code: string; minutes: number }): Letter {
  return letter(`${code} is your sign-in code for ${event.name}`, event, [
    { heading: 'Your sign-in code' },
    { code },
    { say: `Type it where you asked for it. It works once, for ${minutes} minutes.` },
    { small: 'You did not ask for this? Then ignore it: nobody can sign in without the code.' },
  ]);
}

/** The mail about a decision on an application; an approval asks whether the person will come. */
export function statusLetter({
  event,
  publicUrl,
  name,
  status,
}: Site & { name: string; status: 'approved' | 'rejected' }): Letter {
  if (status === 'rejected')
    return letter(`Your application to ${event.name}`, event, [
      { say: greeting(name) },
      { say: texts.dashboard.rejected },
    ]);
  return letter(`You are in: ${event.name}`, event, [
    { heading: texts.dashboard.approved },
    { say: greeting(name) },
    {
      say: `Your application is approved. ${event.name} takes place ${event.dates.label} at ${event.place}.`,
    },
    { say: 'Will you come? Tell us with one tap, and find your check-in pass there.' },
    { link: new URL('/dashboard', publicUrl).href, label: 'Open your dashboard' },
  ]);
}

/** A letter in both its forms, from the same blocks. */
export function letter(subject: string, event: Sender['event'], blocks: Block[]): Letter {
  return { subject, text: text(blocks, event.name), html: html(subject, blocks, event.name) };
}

/** A name as it may stand in a mail, else `instead`: mails must not carry a stranger's link in our name. */
export function safeName(name: string, instead: string): string {
  const looksLikeLink = /:|\/|@|www\.|\.\w{2,}/i.test(name);
  return name.trim() && !looksLikeLink ? name.trim() : instead;
}

/** The first line of a mail, by the person's first name. */
export function greeting(name: string): string {
  const first = safeName(name, '').split(/\s+/)[0];
  return first ? `Hello ${first},` : 'Hello,';
}
