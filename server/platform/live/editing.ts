import { z } from 'zod';

const mark = z.object({ team: z.string(), user: z.string(), name: z.string(), field: z.string().nullable() });
/** Says which field of their team's project somebody is at; null when at none. */
export type EditingMark = z.infer<typeof mark>;

// In milliseconds. Pages repeat it every 20 s.
const validFor = 45_000;

/**
 * Who is at which field of their team's project, as pages said it last. Every instance of the program hears it over the
 * channel of notifications; it is stored nowhere.
 */
export class EditingMarks {
  readonly #teams = new Map<string, (EditingMark & { at: number })[]>();

  /** Takes in a notification; returns the team that it is about, undefined when it is none of these. */
  receive(payload: string): string | undefined {
    if (!payload.startsWith('{')) return undefined;
    const { team, user, name, field } = mark.parse(JSON.parse(payload));
    const others = this.#listValid(team).filter((each) => each.user !== user);
    const now = field === null ? others : [...others, { team, user, name, field, at: performance.now() }];
    if (now.length > 0) this.#teams.set(team, now);
    else this.#teams.delete(team);
    return team;
  }

  /** Lists where the others of a team are. */
  list(team: string, reader: string): { name: string; field: string }[] {
    return this.#listValid(team).flatMap(({ user, name, field }) =>
      user === reader || field === null ? [] : [{ name, field }],
    );
  }

  #listValid(team: string) {
    const since = performance.now() - validFor;
    return (this.#teams.get(team) ?? []).filter(({ at }) => at > since);
  }
}
