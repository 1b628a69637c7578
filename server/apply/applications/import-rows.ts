import { needsGuardian } from '../../../contract/apply/application-form.ts';
import { dietaryChoices, tShirtSizes } from '../../../contract/apply/applications.ts';
import { countryCodes, formatCountry } from '../../../contract/apply/countries.ts';
import {
  type FormQuestion,
  listQuestions,
  otherPrefix,
  type ParsedAnswers,
  parseAnswer,
} from '../../../contract/apply/form-questions.ts';
import type { Event } from '../../../contract/event/event.ts';
import { limits } from '../../../contract/limits.ts';
import type { ImportChoices, ImportReport } from '../../../contract/platform/csv-import.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { cleanLine, cleanParagraph, emailAddress } from '../../../contract/platform/text-rules.ts';
import { parseZonedTime } from '../../../contract/platform/zoned-time.ts';
import { type ImportField, openImport, readCells, take, toKey } from '../../people-data/csv-import.ts';
import type { StoredFields } from '../apply.tables.ts';

/** A registration in a file; fields that the file does not have are empty. */
export interface Registration extends StoredFields {
  email: string;
  name: string;
  answers: ParsedAnswers;
  /** When they registered elsewhere, if the file has that. */
  registeredAt: Date | undefined;
}

/** The track and T-shirt size for rows without them; without a default, such rows are skipped. */
interface Defaults {
  track?: string | undefined;
  tShirtSize?: string | undefined;
}

/** Not the attendee: who paid, whom to call, the name of a ticket. */
const ofOthers =
  '(?!.*(buyer|billing|order|guardian|parent|emergency|member|team|company|employer|ticketname|mentor|referr|school|university|rechnung|besteller|firma|eltern|notfall))';

/**
 * Headings as our own export, Eventbrite, Tito, Google Forms, Luma, pretix, Typeform and Airtable write them, in English; names,
 * addresses and times also in German, French and Spanish.
 */
const fields: ImportField[] = [
  {
    value: 'email',
    label: 'Email',
    headings: [
      ...['attendeeemail', 'teilnehmeremail', 'ticketemail', 'email', 'emailaddress', 'youremail', 'mail'],
      'username',
    ],
    pattern: new RegExp(`^${ofOthers}.*(mail|courriel|correo)`),
    cells: /\S@\S/,
  },
  {
    value: 'firstName',
    label: 'First name',
    headings: [
      ...['attendeefirstname', 'attendeenamegivenname', 'teilnehmernamevorname', 'ticketfirstname'],
      ...['firstname', 'givenname'],
    ],
    pattern: new RegExp(`^${ofOthers}.*((first|given|pre|vor)name|(?<!nomet)prénom$|nombres?$)`),
  },
  {
    value: 'lastName',
    label: 'Last name',
    headings: [
      ...['attendeesurname', 'attendeelastname', 'attendeenamefamilyname', 'teilnehmernamenachname'],
      ...['ticketlastname', 'lastname', 'familyname', 'surname'],
    ],
    pattern: new RegExp(`^${ofOthers}.*((last|family|sur|nach|familien)name|nomdefamille|apellidos?$)`),
  },
  {
    value: 'name',
    label: 'Name',
    headings: ['attendeename', 'teilnehmername', 'ticketfullname', 'fullname', 'yourname', 'name'],
    pattern: new RegExp(
      `^${ofOthers}(?!.*(first|last|given|family|sur|preferred|nick|user|vor|nach)name).*(name|heißt|nometprénom|prénometnom|nombrecompleto|nombreyapellido)`,
    ),
  },
  {
    value: 'track',
    label: 'Track',
    headings: ['track', 'whichtrack'],
    pattern: /track/,
  },
  {
    value: 'tShirtSize',
    label: 'T-shirt size',
    headings: ['tshirt', 'tshirtsize', 'shirtsize', 'shirt'],
    pattern: /shirt/,
  },
  {
    value: 'dietaryRestrictions',
    label: 'Dietary restrictions',
    headings: ['dietary', 'dietaryrestrictions', 'dietaryneeds', 'diet'],
    pattern: /diet|allerg|foodrestriction/,
  },
  {
    value: 'major',
    label: 'Major',
    headings: ['major', 'majorfieldofstudy', 'fieldofstudy'],
    pattern: /major|fieldofstudy|courseofstudy/,
  },
  {
    value: 'whyJoin',
    label: 'Why they want to join',
    headings: ['whyjoin', 'whydoyouwanttojoin'],
    pattern: /^why(do|are|would|should)|motivation/,
  },
  {
    value: 'status',
    label: 'Status, which says who comes in',
    headings: [
      ...['attendeestatus', 'approvalstatus', 'ticketstatus', 'orderstatus', 'registrationstatus'],
      ...['applicationstatus', 'rsvpstatus', 'rsvp', 'status', 'responsetype'],
    ],
  },
  {
    value: 'registeredAt',
    label: 'Time of registration',
    headings: [
      ...['timestamp', 'registeredat', 'registrationdate', 'createdat', 'submittedat', 'submitdateutc'],
      ...['submitdate', 'ticketcreateddate', 'ordercreateddate', 'orderdate', 'orderdatetime', 'createdtime'],
      ...['created', 'appliedat', 'submitted', 'datesubmitted', 'completiontime', 'rsvpedon'],
      ...['zeitstempel', 'bestelldatum', 'horodateur', 'marcatemporal'],
    ],
  },
  {
    value: 'registeredTime',
    label: 'Time of registration, without its day',
    headings: ['ordertime', 'bestellzeit'],
  },
];

/** The status of a registration that was declined, ended or never began. */
const isOut =
  /declin|reject|cancel|refund|invit|not ?(attend|going|approv|paid|com)|expir|void|delet|abandon|incomplete|partial|draft|no.?show|denied|withdr|disqualif|unpaid|stornier|abgesagt|abgelehnt|erstattet|annul|refus|rembours|rechaza|reembols|^(no?|nein|c|e)$/i;
const statuses = [
  { value: 'in', label: 'Import' },
  { value: 'out', label: 'Leave out' },
];

/**
 * Returns the size that a cell means: `M`, `Medium (M)`, `Women's M`, and the nearest for sizes beyond ours; undefined for
 * others.
 */
function findSize(cell: string): string | undefined {
  const words = cell
    .toUpperCase()
    .replace(/EXTRA[ -]?|(?<![A-WYZ])X[ -](?=[SL])/g, 'X')
    .replace(/DOUBLE[ -]?X?/g, 'XX')
    .match(/[A-Z0-9]+/g);
  const found = (words ?? []).flatMap((word) => {
    const [, more = '', letter] = /^(\d?X*|X+-?)(S|M|L)(?:MALL|EDIUM|ARGE)?$/.exec(word) ?? [];
    if (!letter) return [];
    const count = Number.parseInt(more, 10) || more.length;
    if (letter === 'L') return [(['L', 'XL', 'XXL'] as const)[Math.min(count, 2)]!];
    return [letter as 'S' | 'M'];
  });
  return new Set(found).size === 1 ? found[0] : undefined;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const clockPattern =
  /^(?:[T,]? ?(\d{1,2}):(\d\d)(?::\d\d(?:\.\d+)?)? ?(?:([ap])\.?m\.?)?)? ?(Z|(?:UTC|GMT)?(?:[+-]\d{1,2}(?::?\d\d)?)?)$/i;

/** Returns the year, month and day at the start of a cell, and what follows; numbers are in the locale's order. */
function parseDay(cell: string, locale: string): { day: [string, string, string]; rest: string } | undefined {
  const [iso, ...ymd] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(cell) ?? [];
  if (iso) return { day: ymd as [string, string, string], rest: cell.slice(iso.length) };
  const [numbers, first, second, short] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d\d)(?!\d)/.exec(cell) ?? [];
  if (numbers) {
    const isMonthFirst = Number(second) > 12 || (Number(first) <= 12 && locale === 'en-US');
    const [month, day] = isMonthFirst ? [first!, second!] : [second!, first!];
    return { day: [short!.padStart(4, '20'), month, day], rest: cell.slice(numbers.length) };
  }
  const [named, word, day, year] = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})/i.exec(cell) ?? [];
  const month = word ? months.indexOf(word.slice(0, 3).toLowerCase()) + 1 : 0;
  return month > 0 ? { day: [year!, `${month}`, day!], rest: cell.slice(named!.length) } : undefined;
}

/**
 * Returns the moment that a cell names, in UTC if its heading says so, otherwise in the event's time zone; undefined for
 * others.
 */
function parseMoment(cell: string, { timezone, locale }: Pick<Event, 'timezone' | 'locale'>, isUtc = false) {
  const parsed = parseDay(cell, locale);
  const clock = parsed && clockPattern.exec(parsed.rest);
  if (!clock) return undefined;
  const [, hour = '12', minute = '00', half, zone = ''] = clock;
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  const at = toMoment(parsed.day, `${hours}:${minute}`, zone || isUtc ? 'UTC' : timezone);
  const [, sign, offsetHours = '0', offsetMinutes = '0'] = /([+-])(\d{1,2}):?(\d\d)?$/.exec(zone) ?? [];
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return at && sign ? new Date(at.getTime() + (sign === '+' ? -offset : offset)) : at;
}

function toMoment([year, month, day]: string[], clock: string, zone: string): Date | undefined {
  const date = [year, month!.padStart(2, '0'), day!.padStart(2, '0')].join('-');
  const padded = clock.padStart(5, '0');
  if (new Date(`${date}T${padded}Z`).toJSON()?.slice(0, 10) !== date) return undefined;
  return parseZonedTime(date, padded, zone);
}

function toDiet(typed: string): string {
  const plain = typed.toLowerCase();
  const known = dietaryChoices.find((choice) => choice !== 'other' && choice === plain);
  if (known) return known;
  if (['none', 'no', 'nothing', 'n/a', '-'].includes(plain)) return 'non-vegetarian';
  return otherPrefix + (take(typed.replace(/^other ?:? ?/i, ''), limits.text.dietaryDetail) || 'not known');
}

/** Returns what a form would send for a cell; undefined for what is not an answer. */
function toSent({ type, options = [] }: FormQuestion, cell: string, countries: Map<string, string>): unknown {
  if (type === 'consent') return /^(yes|y|true|1|x|checked)$/i.test(cell) ? true : undefined;
  if (type === 'country') return countries.get(toKey(cell)) ?? cell;
  if (type !== 'several') return type === 'long text' ? cell : cleanLine(cell);
  // Choices may contain commas: the longest are tried first.
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
 * Reads registrations from a CSV in linear time, and reports what was not understood or skipped, with row numbers. Throws
 * `import_invalid`; a preview lists missing columns instead.
 */
export function parseRegistrations(
  csv: string,
  event: Event,
  defaults: Defaults,
  choices: ImportChoices = {},
  isPreview = false,
): { registrations: Registration[] } & Omit<ImportReport, 'added' | 'changed' | 'unchanged'> {
  const questions = event.questions
    .filter(({ type }) => type !== 'file')
    .map((question) => {
      // A question for a part of the name is answered by the column of that part.
      const key = toKey(question.label);
      const part = fields.find(({ value, headings }) => value.endsWith('Name') && headings.includes(key));
      return { question, value: part?.value ?? `question ${question.id}` };
    });
  const known: ImportField[] = [
    ...questions
      .filter(({ value }) => value.startsWith('question '))
      .map(({ question: { id, label }, value }) => ({
        value,
        label: fields.some((field) => field.label === label) ? `${label} (question)` : label,
        headings: [toKey(label), toKey(id)],
      })),
    ...fields,
  ];
  const file = openImport(csv, known, {
    choices,
    isPreview,
    isReadable: (has) => has('email') && (has('name') || has('firstName')),
    reason: 'The file needs a column "Email" and a column "Name", or "First name" and "Last name".',
  });
  const { report, values } = file;
  file.reportIgnored();
  for (const { question, value } of questions)
    if (!file.has(value) && question.required)
      report.add(`No column answers “${question.label}”: it stays empty.`);
  const isUtc = file.columns.some(({ heading, field }) => field === 'registeredAt' && /utc/i.test(heading));
  const countries = new Map(
    countryCodes.flatMap((code) => [
      [toKey(code), code],
      [toKey(formatCountry(code, event.locale)), code],
    ]),
  );
  const tracks = event.tracks.map(({ id, title }) => ({ value: id, label: title }));
  const toTrack = (cell: string): string => {
    const names = (value: string, label: string) => [value, label].map(toKey);
    const key = toKey(cell);
    const same = tracks.find(({ value, label }) => names(value, label).includes(key));
    if (same) return same.value;
    const like = tracks.filter(
      ({ value, label }) =>
        key && names(value, label).some((name) => name.startsWith(key) || key.includes(name)),
    );
    const guess = like.length === 1 ? like[0]!.value : cell ? '' : (defaults.track ?? '');
    return values.map(cell, { field: 'track', label: 'Track', choices: tracks, guess });
  };
  const sizes: readonly string[] = event.tShirtSizes ?? tShirtSizes;
  const toSize = (cell: string): string => {
    const exact = sizes.find((size) => size.toUpperCase() === cell.toUpperCase());
    const found = (cell ? findSize(cell) : defaults.tShirtSize) ?? '';
    const guess = sizes.includes(found) ? found : '';
    if (exact ?? (guess && /^(small|medium|large|x+l|extra ?large|2xl)$/i.test(cell))) return exact ?? guess;
    return values.map(cell, {
      field: 'tShirtSize',
      label: 'T-shirt size',
      choices: sizes.map((size) => ({ value: size, label: size })),
      guess,
    });
  };
  /** Returns the valid answers to the questions that the track asks. */
  const readAnswers = (cell: (field: string) => string, track: string, tell: (what: string) => void) => {
    const answers: ParsedAnswers = new Map();
    for (const { question, value } of questions) {
      const content = cell(value);
      if (question.tracks?.includes(track) === false || cleanLine(content) === '') continue;
      const sent = toSent(question, content, countries);
      let parsed = parseAnswer(question, sent, { ...event, countries: countryCodes });
      if ('problem' in parsed && question.type === 'choice') {
        const options = (question.options ?? []).map((option) => ({ value: option, label: option }));
        const guess = options.find((option) => toKey(option.value) === toKey(content))?.value ?? '';
        const of = { field: value, label: question.label, choices: options, guess };
        const mapped = values.map(cleanLine(content), of);
        // Exports have own words without their prefix.
        parsed = mapped ? { value: mapped } : parseAnswer(question, otherPrefix + cleanLine(content));
      }
      if ('value' in parsed) answers.set(question.id, parsed.value);
      else if ('problem' in parsed) tell(`“${question.label}” ${parsed.problem}, and stays empty.`);
    }
    const asked = listQuestions(event.questions, track, Object.fromEntries(answers));
    for (const id of answers.keys()) if (!asked.some((question) => question.id === id)) answers.delete(id);
    return answers;
  };
  const registrations = new Map<string, Registration>();
  /** Returns a row's registration, or why it is left out; undefined if its status says so. */
  const readRow = (row: readonly string[], tell: (what: string) => void) => {
    const rowCell = readCells(row, file.columns);
    const cell = (field: string) => cleanLine(rowCell(field));
    const status = cell('status');
    const guess = isOut.test(status) ? 'out' : 'in';
    const of = { field: 'status', label: 'Status', choices: statuses, guess };
    if (status && values.map(status, of) !== 'in') return undefined;
    const { data: email } = emailAddress.safeParse(cell('email'));
    if (email === undefined) return `"${cell('email')}" is not an email address`;
    if (registrations.has(email)) return `${email} is in the file twice`;
    // Next to first and last name, "Name" may be the buyer's.
    const parts = cleanLine(`${cell('firstName')} ${cell('lastName')}`);
    const name = (cell('firstName') && cell('lastName') && parts) || cell('name') || parts;
    if (!name) return `${email} has no name`;
    const [track, tShirtSize] = [toTrack(cell('track')), toSize(cell('tShirtSize'))];
    if (!track)
      return cell('track')
        ? `${name} has a track that this event lacks (“${cell('track')}”)`
        : `${name} has no track`;
    if (!tShirtSize)
      return cell('tShirtSize')
        ? `${name} has a T-shirt size that this event lacks (“${cell('tShirtSize')}”)`
        : `${name} has no T-shirt size`;
    const answers = readAnswers(rowCell, track, tell);
    const time = cell('registeredAt');
    const registeredAt =
      parseMoment(`${time} ${cell('registeredTime')}`.trim(), event, isUtc) ??
      parseMoment(time, event, isUtc);
    if (time && !registeredAt) tell(`"${time}" is not a time, and is not imported.`);
    if (needsGuardian(answers, event)) return `${name} needs the yes of a guardian`;
    return {
      email,
      name: take(name, limits.text.name),
      registeredAt,
      track,
      tShirtSize,
      answers,
      dietaryRestrictions: toDiet(cell('dietaryRestrictions')),
      major: take(cell('major'), limits.text.major),
      whyJoin: take(cleanParagraph(rowCell('whyJoin')), limits.text.whyJoin),
    };
  };
  for (const [index, row] of file.rows.entries()) {
    const tell = (what: string) => report.add(`Row ${index + 2}: ${what}`);
    const read = readRow(row, tell);
    if (typeof read === 'string') tell(`${read}, and is left out.`);
    else if (read) registrations.set(read.email, read);
  }
  for (const { field, cell, rows, value } of values.list())
    if (field === 'status' && value !== 'in')
      report.add(`Left out by their status “${cell}”: ${formatCount(rows, 'row')}.`);
  return { registrations: [...registrations.values()], ...file.describe() };
}
