import type { Event } from '../../../contract/event/event.ts';
import type { EmailKind } from '../../../contract/event/event-emails.ts';
import { emailHash } from '../../../contract/platform/pages.ts';
import { type EmailBlock, renderHtml, renderText } from './email-layout.ts';

/** An email without its recipient. */
export interface Email {
  subject: string;
  text: string;
  html: string;
}

export type EmailSender = { event: Pick<Event, 'name' | 'dates' | 'place' | 'emails'> };
export type EmailSite = EmailSender & { publicUrl: URL };

/** Renders the same blocks as text and as HTML. */
export function createEmail(subject: string, event: EmailSender['event'], blocks: EmailBlock[]): Email {
  return { subject, text: renderText(blocks, event.name), html: renderHtml(subject, blocks, event.name) };
}

/** Returns the link to a page for people with an account: whoever is signed out signs in first and then sees the page. */
export function createPageLink(publicUrl: URL, path: string): string {
  return new URL(path + emailHash, publicUrl).href;
}

/** Returns a name, or `instead` when mail programs could make it a link: nobody may send links in our name. */
export function toSafeName(name: string, instead: string): string {
  const hasLink = /:|\/|@|www\.|\.\w{2,}/i.test(name);
  return name.trim() && !hasLink ? name.trim() : instead;
}

/** Returns the first line of an email. */
export function formatGreeting(name: string): string {
  const first = toSafeName(name, '').split(/\s+/)[0];
  return first ? `Hello ${first},` : 'Hello,';
}

/**
 * Creates an email about an application: in the organizers' own words, followed by what has to be said, or with the blocks of
 * the program.
 */
export function createOwnEmail(
  { event, name, kind }: EmailSender & { name: string; kind: EmailKind },
  { subject, blocks, always }: { subject: string; blocks: EmailBlock[]; always: EmailBlock[] },
): Email {
  const own = event.emails?.[kind];
  if (!own) return createEmail(subject, event, [...blocks, ...always]);
  const values: Record<string, string> = {
    name: toSafeName(name, '').split(/\s+/)[0] || 'there',
    event: event.name,
    dates: event.dates.label ?? '',
    place: event.place,
  };
  const fill = (text: string) =>
    text.replace(/\{(name|event|dates|place)\}/g, (_, word: string) => values[word]!);
  const paragraphs = own.text.split(/\n\s*\n/).map((paragraph) => ({ say: fill(paragraph.trim()) }));
  return createEmail(fill(own.subject), event, [...paragraphs, ...always]);
}
