import { needsGuardian } from '../../../contract/apply/application-form.ts';
import { dietaryChoices } from '../../../contract/apply/applications.ts';
import { countryCodes, formatCountry } from '../../../contract/apply/countries.ts';
import {
  type FormQuestion,
  listQuestions,
  type ParsedAnswers,
  parseAnswer,
} from '../../../contract/apply/form-questions.ts';
import type { Event } from '../../../contract/event/event.ts';
import { limits } from '../../../contract/limits.ts';
import { unescapeFormula } from '../../../contract/platform/csv.ts';
import { cleanLine, cleanParagraph, emailAddress } from '../../../contract/platform/text-rules.ts';
import { cleanCell, createReport, parseImport, take, toKey } from '../../platform/csv-import.ts';
import type { StoredFields } from '../../platform/db/application-schema.ts';
import { fail } from '../../platform/http/problem.ts';

type TShirtSize = StoredFields['tShirtSize'];

/** A registration of a file; what the file does not say is empty. */
export interface Registration extends StoredFields {
  email: string;
  name: string;
  answers: ParsedAnswers;
}

/** What rows without a track or a T-shirt size get; without it, they are left out. */
interface Defaults {
  track?: string | undefined;
  tShirtSize?: TShirtSize | undefined;
}

/** The names of columns, by letters and digits, as our own export, Google Forms, pretix, Luma and Eventbrite write them. */
const columns = {
  email: ['attendeeemail', 'email', 'emailaddress', 'youremail', 'mail'],
  name: ['attendeename', 'name', 'fullname', 'yourname'],
  firstName: ['attendeenamegivenname', 'firstname', 'givenname'],
  lastName: ['attendeenamefamilyname', 'lastname', 'familyname', 'surname'],
  track: ['track'],
  tShirtSize: ['tshirt', 'tshirtsize', 'shirtsize', 'shirt'],
  dietaryRestrictions: ['dietary', 'dietaryrestrictions', 'dietaryneeds', 'diet'],
  major: ['major', 'majorfieldofstudy', 'fieldofstudy'],
  whyJoin: ['whyjoin', 'whydoyouwanttojoin'],
} as const;
type Column = keyof typeof columns;

const sizes = new Map<string, TShirtSize>([
  ...(['S', 'M', 'L', 'XL', 'XXL'] as const).map((size) => [size.toLowerCase(), size] as const),
  ...([
    ['small', 'S'],
    ['medium', 'M'],
    ['large', 'L'],
    ['xlarge', 'XL'],
    ['extralarge', 'XL'],
  ] as const),
  ...([
    ['2xl', 'XXL'],
    ['xxlarge', 'XXL'],
  ] as const),
]);

function toDiet(typed: string): string {
  const plain = typed.toLowerCase();
  const known = dietaryChoices.find((choice) => choice !== 'other' && choice === plain);
  if (known) return known;
  if (['none', 'no', 'nothing', 'n/a', '-'].includes(plain)) return 'non-vegetarian';
  return `other: ${take(typed.replace(/^other ?:? ?/i, ''), limits.text.dietaryDetail) || 'not known'}`;
}

/** Returns what a form would send for a cell; undefined for what is not an answer. */
function toSent({ type, options = [] }: FormQuestion, cell: string, countries: Map<string, string>): unknown {
  if (type === 'consent') return /^(yes|y|true|1|x|checked)$/i.test(cell) ? true : undefined;
  if (type === 'country') return countries.get(toKey(cell)) ?? cell;
  if (type !== 'several') return type === 'long text' ? cell : cleanLine(cell);
  // Choices may have commas of their own: the longest are looked for first.
  let left = cell;
  const chosen = [...options]
    .sort((a, b) => b.length - a.length)
    .filter((option) => {
      const isChosen = left.includes(option);
      left = left.replace(option, '');
      return isChosen;
    });
  return /[\p{L}\p{N}]/u.test(left) ? [left] : chosen;
}

/**
 * Reads registrations from a CSV, in time proportional to its length, and reports what is not understood or left out, with
 * the number of its row. Throws `import_invalid`.
 */
export function parseRegistrations(
  csv: string,
  event: Event,
  defaults: Defaults,
): { registrations: Registration[]; problems: string[] } {
  const { head, keys, rows } = parseImport(csv);
  const found = Object.entries(columns).map(([column, names]) => {
    const at = names.map((name) => keys.indexOf(name)).find((each) => each >= 0) ?? -1;
    return [column, at] as const;
  });
  const at = Object.fromEntries(found) as Record<Column, number>;
  if (at.email < 0 || (at.name < 0 && at.firstName < 0))
    fail('import_invalid', {
      values: {
        reason: 'The file needs a column "Email" and a column "Name", or "First name" and "Last name".',
      },
    });
  const asked = event.questions.map((question) => ({
    question,
    at: keys.findIndex((key) => key === toKey(question.label) || key === toKey(question.id)),
  }));
  const report = createReport();
  const used = new Set([...Object.values(at), ...asked.map((each) => each.at)]);
  const ignored = head.filter((name, index) => name.trim() && !used.has(index));
  if (ignored.length > 0) report.add(`Columns that are not imported: ${ignored.join(', ')}.`);
  for (const { question, at: column } of asked)
    if (column < 0 && question.required) report.add(`No column answers “${question.label}”: it stays empty.`);
  const countries = new Map(
    countryCodes.flatMap((code) => [
      [toKey(code), code],
      [toKey(formatCountry(code, event.locale)), code],
    ]),
  );
  const registrations = new Map<string, Registration>();
  for (const [index, row] of rows.entries()) {
    const cellAt = (column: number) => cleanCell(unescapeFormula(row[column] ?? ''));
    const cell = (column: Column) => cleanLine(cellAt(at[column]));
    const tell = (what: string) => report.add(`Row ${index + 2}: ${what}`);
    const email = emailAddress.safeParse(cell('email'));
    const name = cell('name') || cleanLine(`${cell('firstName')} ${cell('lastName')}`);
    const chosen = cell('track').toLowerCase();
    const isTrack = ({ id, title }: Event['tracks'][number]) =>
      [id, title].some((known) => known.toLowerCase() === chosen);
    const track = event.tracks.find(isTrack)?.id ?? defaults.track;
    const size = cell('tShirtSize');
    const tShirtSize = sizes.get(toKey(size)) ?? defaults.tShirtSize;
    const leaveOut = (what: string) => tell(`${what}, and is left out.`);
    if (!email.success) leaveOut(`"${cell('email')}" is not an email address`);
    else if (registrations.has(email.data)) leaveOut(`${email.data} is in the file twice`);
    else if (!name) leaveOut(`${email.data} has no name`);
    else if (!track)
      leaveOut(chosen ? `"${cell('track')}" is not a track of this event` : `${name} has no track`);
    else if (!tShirtSize)
      leaveOut(size ? `"${size}" is not a T-shirt size here` : `${name} has no T-shirt size`);
    else {
      const answers: ParsedAnswers = new Map();
      const questions = listQuestions(event.questions, track);
      for (const { question, at: column } of asked) {
        const content = column < 0 ? '' : cellAt(column);
        if (!questions.includes(question) || cleanLine(content) === '') continue;
        const parsed = parseAnswer(question, toSent(question, content, countries), countryCodes);
        if ('value' in parsed) answers.set(question.id, parsed.value);
        else if ('problem' in parsed) tell(`“${question.label}” ${parsed.problem}, and stays empty.`);
      }
      if (needsGuardian(answers, event)) leaveOut(`${name} needs the yes of a guardian`);
      else
        registrations.set(email.data, {
          email: email.data,
          name: take(name, limits.text.name),
          track,
          tShirtSize,
          answers,
          dietaryRestrictions: toDiet(cell('dietaryRestrictions')),
          major: take(cell('major'), limits.text.major),
          whyJoin: take(cleanParagraph(cellAt(at.whyJoin)), limits.text.whyJoin),
        });
    }
  }
  return { registrations: [...registrations.values()], problems: report.list() };
}
