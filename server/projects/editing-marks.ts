import { z } from 'zod';
import type { Hub } from '../platform/live/hub.ts';

const mark = z.object({ team: z.string(), user: z.string(), name: z.string(), field: z.string().nullable() });
/** The field of their team's project that a person is editing; null for none. */
export type EditingMark = z.infer<typeof mark>;

// In milliseconds. Pages repeat it every 4 s.
const validFor = 8_000;

/** The fields being edited, by team, as pages last reported them. Not stored. */
type Marks = Map<string, (EditingMark & { at: number })[]>;

const marksByHub = new WeakMap<Hub, Marks>();

const listValid = (marks: Marks | undefined, team: string) =>
  (marks?.get(team) ?? []).filter(({ at }) => at > performance.now() - validFor);

/** Keeps the marks that every instance of the program sends over the channel of notifications. */
export function followEditing(hub: Hub): void {
  const marks: Marks = new Map();
  marksByHub.set(hub, marks);
  hub.onMessage((text) => {
    if (!text.startsWith('{')) return undefined;
    const received = mark.parse(JSON.parse(text));
    const { team, user, field } = received;
    const others = listValid(marks, team).filter((each) => each.user !== user);
    const now = field === null ? others : [...others, { ...received, at: performance.now() }];
    if (now.length > 0) marks.set(team, now);
    else marks.delete(team);
    return `team:${team}`;
  });
}

/** Lists the fields that a person's teammates are editing. */
export function listEditors(hub: Hub, team: string, reader: string): { name: string; field: string }[] {
  return listValid(marksByHub.get(hub), team).flatMap(({ user, name, field }) =>
    user === reader || field === null ? [] : [{ name, field }],
  );
}
