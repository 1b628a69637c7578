/** Whether an application is decided, and how. */
type Status = 'pending' | 'approved' | 'rejected';

/** Conditions about what the site itself knows of a person, which no text of an applicant can meet. */
export interface QueryConditions {
  /** `full` and `open` are about the team's size limit. */
  team: ('none' | 'some' | 'full' | 'open')[];
  statuses: Status[];
  /** Checkpoint ids, and whether the person is to have been there. */
  checkpoints: { id: string; name: string; done: boolean }[];
}

interface Pattern {
  pattern: RegExp;
  add: (conditions: QueryConditions) => void;
}

const teams: [QueryConditions['team'][number], RegExp][] = [
  [
    'none',
    /\b(?:(?:with|has|have|having|in) no team|without (?:a |any )?team|no team(?: yet)?|not (?:yet )?(?:in|on|part of) (?:a|any) team|(?:do not|does not|don'?t|doesn'?t) have (?:a|any) team(?: yet)?|teamless|(?:still )?look(?:s|ing)? for (?:a|their) team|needs? a team|lone hackers?)\b/gi,
  ],
  [
    'full',
    /\b(?:(?:in|on|with|have|has) )?(?:a )?full teams?\b|\bteams? (?:is|are|that is|that are) full\b/gi,
  ],
  [
    'open',
    /\b(?:(?:in|on|with) )?(?:a |an )?(?:open|incomplete|unfilled) teams?\b|\bteams? (?:with|that has|that have) (?:open|free) (?:seats?|places?|spots?)\b/gi,
  ],
  [
    'some',
    /\b(?:already (?:in|on|part of)|(?:people|hackers|students|applicants|anyone|somebody|who is|who are) (?:in|on|with)|has|have) (?:a|their own) team\b(?! lead)/gi,
  ],
];

const statuses: [Status, RegExp][] = [
  ['approved', /\bapproved\b/gi],
  ['rejected', /\brejected\b/gi],
  ['pending', /\b(?:pending|undecided applications?|not (?:yet )?(?:reviewed|decided)|unreviewed)\b/gi],
];

const negation = `(?:not|never|no|without|has ?n[o']?t|have ?n[o']?t|did ?n[o']?t|is ?n[o']?t|are ?n[o']?t|yet to)`;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function checkpointPatterns(checkpoints: readonly { id: string; name: string }[]): Pattern[] {
  return checkpoints.flatMap(({ id, name }, at) => {
    const names = [escaped(name).replace(/\s+/g, '\\s+'), escaped(id)].join('|');
    const places = `(?:checked[- ]in|check in|been|got|had|picked up|collected|scanned)(?: (?:at|in at|their|the|his|her))* (?:${names})`;
    const arrival = at === 0 ? `|checked[- ]in|arrived|(?:is|are) (?:here|on site|present)` : '';
    return [false, true].map((done) => ({
      pattern: new RegExp(`\\b${done ? '' : `${negation} (?:yet |been )*`}(?:${places}${arrival})\\b`, 'gi'),
      add: (conditions: QueryConditions) => conditions.checkpoints.push({ id, name, done }),
    }));
  });
}

/** A query's conditions, and its text with these replaced by a comma and blanks, so that positions stay. */
interface ExtractedConditions {
  conditions: QueryConditions;
  rest: string;
  /** Start and end of what was replaced. */
  spans: [number, number][];
}

/** Returns a text with every match replaced by a comma and blanks of the same length. */
export function blankMatches(
  text: string,
  pattern: RegExp,
  onMatch: (from: number, to: number) => void,
): string {
  return text.replace(pattern, (match: string, ...rest: unknown[]) => {
    const from = rest.find((value) => typeof value === 'number') as number;
    onMatch(from, from + match.length);
    return ','.padEnd(match.length);
  });
}

/** Extracts team, status and checkpoint conditions of a query. The first checkpoint is the entrance. */
export function extractConditions(
  text: string,
  checkpoints: readonly { id: string; name: string }[],
): ExtractedConditions {
  const conditions: QueryConditions = { team: [], statuses: [], checkpoints: [] };
  const spans: [number, number][] = [];
  let rest = text;
  const take = ({ pattern, add }: Pattern) => {
    let found = false;
    rest = blankMatches(rest, pattern, (from, to) => {
      found = true;
      spans.push([from, to]);
    });
    if (found) add(conditions);
  };
  for (const [team, pattern] of teams) take({ pattern, add: ({ team: list }) => list.push(team) });
  for (const pattern of checkpointPatterns(checkpoints)) take(pattern);
  for (const [status, pattern] of statuses) {
    const negated = new RegExp(`\\b(?:not|never|no) (?:yet )?(?:been )?(?:${pattern.source})`, 'gi');
    const others = statuses.map(([other]) => other).filter((other) => other !== status);
    take({ pattern: negated, add: ({ statuses: list }) => list.push(...others) });
    take({ pattern, add: ({ statuses: list }) => list.push(status) });
  }
  return { conditions, rest, spans };
}
