import { type FindTopic, findAnswers, isChosen, type OwnQuestion } from './answers.ts';
import {
  academicYear,
  countHackathons,
  findAge,
  fullYear,
  lateInYear,
  toNumber,
  type Year,
} from './facts.ts';
import { findMajors, majorNames, majors, rateMajor } from './majors.ts';
import { type Passage, type Profile, spellFood, toStems } from './profile.ts';
import { tokenize } from './text.ts';

/** What a field of a question may be about. The site knows the last three, no application tells them. */
type FieldKey =
  | 'status'
  | 'track'
  | 'major'
  | 'year'
  | 'graduation'
  | 'size'
  | 'food'
  | 'work'
  | 'age'
  | 'first'
  | 'resume'
  | 'team'
  | 'coming'
  | 'checkpoint'
  | `answer:${string}`;

/** A condition that a question states: one of some values of a field, or none of them. */
export interface Field {
  key: FieldKey;
  values: string[];
  not: boolean;
  /** An answer that is chosen from a list: whoever chose another one is left out. */
  isList?: boolean;
}

/** What the event has that a question may name. */
export interface EventWords {
  eventDate: string;
  tracks: readonly string[];
  checkpoints: readonly { id: string; name: string }[];
  questions?: readonly OwnQuestion[];
  /** Lists what people have answered to a question, the most frequent first. */
  given?: (question: string) => readonly string[];
}

const yearNames: Record<Year, string> = {
  0: 'high school student',
  1: 'freshman',
  2: 'sophomore',
  3: 'junior',
  4: 'senior',
  5: "master's student",
  6: 'PhD student',
};
const job =
  '(?! (?:(?:software|web|full[- ]stack|front[- ]?end|back[- ]?end|data|product) )?(?:developer|engineer|analyst|designer|consultant|associate|manager|citizen|center|centre|care|living|high)s?\\b)';
const undergraduates = '(?: (?:students?|undergrad(?:uate)?s?))?';
/** By the years that are meant. */
const years: Record<string, RegExp> = {
  0: /\b(?:(?:still )?(?:in|at) )?high[- ]?school(?:ers|(?: (?:students?|seniors?|juniors?|kids|pupils))?)\b/gi,
  1: new RegExp(`\\b(?:freshm[ae]n|frosh|(?:first|1st)[- ]y(?:ea)?rs?)${undergraduates}\\b`, 'gi'),
  2: new RegExp(
    `\\b(?:sophomores?|(?:second|2nd)[- ]y(?:ea)?rs?(?! (?:ph|master|grad)))${undergraduates}\\b`,
    'gi',
  ),
  3: new RegExp(`\\b(?:juniors?${job}|(?:third|3rd)[- ]y(?:ea)?rs?)${undergraduates}\\b`, 'gi'),
  4: new RegExp(
    `\\b(?:seniors?${job}|(?:fourth|4th|final|fifth)[- ]y(?:ea)?rs?|last[- ]year(?= students?))${undergraduates}\\b`,
    'gi',
  ),
  5: /\b(?:master'?s?|msc|m\.s\.|mtech|ms)(?= (?:students?|candidates?|degrees?|level|in)\b)(?: (?:students?|candidates?|level|degrees?))?|\bmasters\b|(?<=\b(?:doing|in|pursuing|for|has|have|with|towards?) (?:a |an |their |his |her )?)(?:master'?s|msc|meng|mba)\b/gi,
  6: /\b(?:ph\.? ?d\.?s?|doctoral|doctorates?)(?: (?:students?|candidates?|level|people))?(?![\w.])/gi,
  '5 6': /\b(?:post-?grad(?:uate)?s?|grad(?:uate)?(?:[- ](?:students?|school|level))|(?<!\bunder)grads)\b/gi,
  '1 2': /\b(?:underclass(?:man|men)|lower division)\b/gi,
  '3 4': /\b(?:upperclass(?:man|men)|upper division)\b/gi,
  '1 2 3 4': /\b(?:under-?grad(?:uate)?s?|bachelor'?s?|btech)(?: (?:students?|degrees?|level))?\b/gi,
};
const months =
  'january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|spring|summer|fall|autumn|winter';
const classOf = new RegExp(
  `\\b(?:(?:class|batch) of|finish(?:es|ing)?|graduat(?:es?|ing|ion)(?: (?:in|by|date|year))?)(?: (?:in|${months}))*:? (20\\d\\d|'\\d\\d|\\d\\d)\\b( (?:or|and) (?:later|after))?`,
  'gi',
);
const finishes =
  '(?:graduat(?:es?|ing)|(?:finish(?:es|ing)?|complet(?:es?|ing)|done with)(?: (?:their|his|her|the|a))? (?:degrees?|studies|college|school|university|undergrad))';
const graduatesIn = new RegExp(
  `\\b${finishes}(?: (?:this|in|next|by))* (${months})\\b(?! 20)(?:,? by \\w+)?(?: 20\\d\\d)?`,
  'gi',
);

// "Experienced developers with years of work" asks for two at least.
const yearsOfWork =
  /\b(?:(?:with|has|have|having) )?(?:(?:at least|over|more than) )?(?:(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)(?:\+| plus| or more)? |several |many |some |(?<=\bwith ))(?:years?|yrs)(?: of)?(?: (?:work(?:ing)?|professional|industry|real|job))*(?: experience)?\b|\b(?:(?:real|professional|industry|full[- ]time) )+(?:work )?experience\b|\byears (?:of (?:work|experience)|in (?:the )?(?:industry|tech))\b|\b(?:real |actual )?full[- ]time (?=(?:\w+ )?jobs\b)/gi;

// "A whole other career before this", whatever it was.
const otherCareer =
  /\b(?:(?:had|has|have|with|after|worked(?: in)?) )?(?:(?:an?|another|their) )?(?:(?:whole|completely|totally|very|entirely) )?(?:(?:different|other|previous|former|prior|second) |(?<=\banother ))(?:careers?|professions?|trades?|working li(?:fe|ves)|(?<=\b(?:whole|completely|totally|entirely) (?:other|different) )jobs?)(?: or (?:job|trade|career))?(?: for (?:many )?years)?(?: (?:before|earlier)(?: (?:this|that|coming back|school|college|university|studying|their studies|this degree))?)?\b|\bcareer (?:chang|switch)ers?\b|\b(?:chang|switch)(?:ed|ing) careers\b/gi;

const tens = { eighteen: 18, twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60 };
const ageNumber = `(\\d\\d|${Object.keys(tens).join('|')})(?: years?(?:[- ]old| of age))?`;
const ages: Record<string, RegExp> = {
  '<': new RegExp(
    `\\b(?:still )?(?:(?:under|below) (?=1|2[01])|younger than )${ageNumber}(?![\\w%])|(?<=^|\\b(?:or|any|are|the|is|all) )(?:minors?|under ?age)\\b(?! in)`,
    'gi',
  ),
  '>': new RegExp(
    `\\b(?:older than |(?:over|above) (?:the age of )?)${ageNumber}(?=$|[,.;?!]| (?:and|or|who|with|but)\\b)`,
    'gi',
  ),
};

const statuses: Record<string, RegExp> = {
  approved: /\b(?:approved|accepted|admitted)\b/gi,
  rejected: /\b(?:rejected|declined|denied)\b/gi,
  withdrawn: /\b(?:withdrawn|withdrew)\b/gi,
  pending: /\b(?:pending|undecided|unreviewed|not (?:yet )?(?:reviewed|decided))\b(?: applications?\b)?/gi,
};
const teams: Record<string, RegExp> = {
  looking:
    /\b(?:(?:still )?(?:look(?:s|ing)?|search(?:es|ing)?) for (?:a|their) team(?:mates?)?|(?:still )?needs? (?:a team|teammates)|(?:wants? |needs? |hop(?:es?|ing) |trying )?to (?:find|join) a team|(?:find|join)(?:ing)? a team|open to (?:a team|joining(?: a team)?))\b/gi,
  none: /\b(?:(?:with|has|have|having|in) no team(?: yet)?|without (?:a |any )?team|no team(?: yet)?|not (?:yet )?(?:in|on|part of) (?:a|any) team|(?:do not|does not|dont|doesnt) have (?:a|any) team(?: yet)?|teamless)\b/gi,
  alone:
    /\b(?:solo (?:hackers?|applicants?|people|participants?)|(?:(?:hack|work|compet|participat|com)\w* )?solo|(?:(?:prefers? to )?(?:hack|work|compet|participat|com)\w*|on their own) alone|lone hackers?|(?:(?:do not|does not|dont|doesnt) want|(?:would )?rather not have) (?:(?:a|any|to (?:join|be in) a) )?team(?:mates?)?)\b/gi,
  full: /\b(?:(?:in|on|with|have|has) )?(?:a )?(?:full|complete) teams?\b|\bteams? (?:(?:is|are|that is|that are|already) )*(?:full|complete)\b/gi,
  open: /\b(?:(?:in|on|with) )?(?:a |an )?(?:open|incomplete|unfilled) teams?\b|\bteams? (?:with|that has|that have) (?:open|free) (?:seats?|places?|spots?)\b/gi,
  some: /\b(?:already (?:in|on|part of)|(?:people|hackers|students|applicants|anyone|somebody|who is|who are) (?:in|on|with)|has|have) (?:a|their own) team\b(?! lead)/gi,
};
const coming: Record<string, RegExp> = {
  no: /\b(?:declined (?:to come|their (?:place|spot))|(?:not|arent|isnt|wont be) (?:coming|attending)|(?:can ?not|cant) (?:come|attend|make it))\b/gi,
  none: /\b(?:(?:have|has) ?n[o']?t (?:yet )?(?:confirmed(?: (?:their )?attendance)?|(?:answered|replied|responded|said)(?: (?:if|whether) they(?:'re| are)? com(?:e|ing))?(?= *$|[,.;?]))|not (?:yet )?confirmed(?: (?:their )?attendance)?|unconfirmed)\b(?: yet\b)?/gi,
  yes: /\b(?:(?:(?:has|have|who) )?confirmed(?: (?:that they (?:come|are coming)|(?:their )?attendance|(?:attendees|people)\b)|(?= *$|,? (?:but|and)\b))|(?:has |have )?said (?:yes\b|(?:that )?they(?:'re| are)? com(?:e|ing))|(?:(?:are|is|and)(?: really)? coming)(?= *$|[,.;?]|,? (?:but|and)\b| to (?:the event|us)\b))/gi,
};
/** Returns a size by its letters: "extra large" and "x-large" are XL, "2XL" and "2x" XXL. */
const toSize = (written: string): string =>
  written
    .trim()
    .toUpperCase()
    .replace(/DOUBLE (?=X)|EXTRA |X-/, 'X')
    .replace(/(S)MALL|(M)EDIUM|(L)ARGE/, '$1$2$3')
    .replace(/^([23])XL?$/, (_, count: string) => `${'X'.repeat(Number(count))}L`);
const size = `(xx?x?s|s|m|l|xx?x?l|[23]xl|small|medium|large|extra (?:small|large)|x-large|double xl)`;
const sizePatterns = [
  new RegExp(
    `\\b(?:t-?shirts?|shirts?|tees?)?(?: in)?(?: a)? ?\\bsizes?:? (?:is |are |of )?${size}\\b(?: (?:t-?)?(?:shirts?|tees?))?`,
    'gi',
  ),
  new RegExp(`\\b${size}[- ](?:sized? )?(?:t-?shirts?|shirts?|tees?)\\b`, 'gi'),
  new RegExp(`\\bwears? (?:a |an |size )?${size}\\b`, 'gi'),
  /\b(XX?X?[LS])\b/g,
];
const food =
  /\b(?:(?:eats?|eating) (?:only )?)?(?:vegans?|vegetarians?|omnivores?|pescatarians?|halal|kosher|gluten[- ]?free|celiac|coeliac|lactose(?:[- ]intolerant)?|dairy[- ]free|(?:tree |pea)?nut(?:[- ](?:free|allerg\w+))|peanut|(?:(?!(?:an?|any|the|some|severe|mild|food|other|bad|has|have|having|with|no|or|and)\b)\w+ )?allerg(?:y|ies)|allergic(?: to (?:tree )?\w+)?|dietary (?:needs|restrictions?|requirements?)|shellfish(?: allerg\w+)?|(?:lactose|dairy|gluten|nut|soy|egg)s? (?:problems?|issues?|intoleran\w+|sensitiv\w+)|no (?:pork|beef|meat|dairy|milk|gluten|nuts|eggs?|fish|seafood|soy))\b(?: (?:food|meals?|diets?|options?|eaters?))?/gi;
const uneaten =
  /\b(?:(?:do|does|can|will) not|(?:eats?|drinks?|has|have) no|dont|doesnt|cant|cannot|wont|never|avoids?|no longer)(?: (?:eats?|have|drinks?|tolerates?))? (?:any )?(pork|beef|meat|dairy|milk|lactose|gluten|wheat|nuts|peanuts|eggs?|fish|seafood|shellfish)\b/gi;
/** Words of fields that are often misspelled. */
export const fieldWords =
  'vegetarian vegan halal kosher gluten lactose pescatarian allergic allergy freshman freshmen sophomore senior undergraduate graduate graduating doctoral bachelor approved rejected pending'.split(
    ' ',
  );
/** Words of one diet that an applicant may use for another's. */
const sameFood: Record<string, string[]> = {
  nut: ['peanut', 'almond', 'cashew', 'walnut'],
  peanut: ['nut'],
  celiac: ['gluten', 'coeliac'],
  coeliac: ['celiac', 'gluten'],
  gluten: ['celiac', 'coeliac', 'wheat'],
  allergy: ['allergic', 'anaphylaxis', 'epipen', 'intolerant'],
  allergic: ['allergy'],
  lactose: ['dairy'],
  dairy: ['lactose', 'vegan'],
  milk: ['lactose', 'dairy', 'vegan'],
  meat: ['vegetarian', 'vegan'],
  egg: ['vegan'],
};
const firstTime =
  /(?<!\b(?:help|helps|helping|for|with|teach|mentor|guide|welcome) (?:the |some )?)\b(?:first[- ]?time(?:r|rs)?(?: hackers?| attendees?| participants?| at a hackathon| hackathon\w*)?|never (?:been|gone|went|took part|taken part|attend(?:ed)?|join(?:ed)?|participated|do|did|done|tried|competed|hacked)\b.{0,30}?\b(?:hackathons?|before)|(?:this (?:is|would be|will be) )?(?:(?:their|whose|my) )?first (?:ever )?(?:hackathons?|hack)|(?:new(?:comers?|bies?)?|beginners?|rookies?|novices?|strangers?) (?:to|at|in) (?:a )?hackathons?|(?:no|without|zero) (?:any |prior |previous )?(?:hackathon (?:experience|background)|experience (?:with|at|in|of) hackathons?)|hackathon (?:newcomers?|newbies?|rookies?|beginners?|novices?)|have(?:n'?t| not) (?:been|attended|done|gone|joined|participated).{0,25}?\bhackathons?)\b/gi;

const beenBefore =
  /\b(?:(?:been|went|gone) to|(?:was|were|been) at|attended|done|did|(?:competed|participated|taken part) (?:at|in)|has|have|with) (?:other |some |several |many |a few |previous )?hackathons?(?: experience)?(?: before)?\b(?! (?:wins?|prizes?|awards?|projects?))/gi;

/** "Been to four or more hackathons", and who goes regularly, for three. */
const manyHackathons =
  /\b(?:(?:been to|gone to|went to|attended|did|done|has|have|with) )?(?:(?:at least|more than|over) )?(?:(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)(?:\+| plus| or more)?|several|many|multiple|lots of) (?:other |previous )?hackathons\b(?: or more)?(?: (?:already|before|so far))?|\bhackathon (?:regulars?|veterans?)\b(?:,? at least (\d{1,2})(?: before(?: this one)?)?)?/gi;

const hasResume =
  /\b(?:with|has|have|uploaded|attached|sent|submitted)(?: (?:us|an?|any|their|his|her)){0,2} (?:resumes?|cvs?)\b/gi;
const noResume =
  /\b(?:without|no|(?:did|do|does|have|has) ?n[o']?t(?: \w+)?(?: us)?)(?: (?:an?|any|their|his|her))? (?:resumes?|cvs?)\b/gi;

const negation = `(?:not|never|no|without|has ?n[o']?t|have ?n[o']?t|did ?n[o']?t|is ?n[o']?t|are ?n[o']?t|yet to)`;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const isDenied =
  /\b(?:not|no|non|without|except|excluding|exclude|arent|isnt|nor|other than|do not|dont|does not|doesnt|who are not|arent|but not)(?:[ -](?:yet|been|signed up|registered|enrolled|applied|a|an|any|the|in|on|for|from|of|be|study|studying|major|majoring))*[ -]?$/i;
const oneMajor = `(?:${majorNames.map(escaped).join('|')})`;
const someMajors = `${oneMajor}(?:(?:, ${oneMajor})*,? (?:or|and|nor) ${oneMajor})?`;
const study = '(?:majors?|majoring|majored|students?|studying|studies|study|degrees?|undergrads?)';
const majorsBesideCue = new RegExp(
  // Blanks stand where a year was: "PhD students in biology".
  `\\b(?:(?:${study}(?: (?:in|of|for|the|a|an|any))*|(?<=,\\s{2,})in) ${someMajors}(?:[ -]${study})?|${someMajors}[ -]${study}|${oneMajor}(?=\\s,\\s{2,}))\\b`,
  'gi',
);

/** "Engineering" alone names all of its fields. */
const isEngineering = /(?:^|\b(?:in|any|or|and|studying|study),? )engineering\b/i;
const engineering = majors.flatMap(({ id, label }) => (/ Engineering$/.test(label) ? id : []));

const joinsByOr = /^[\s,]*or(?: (?:with|have|has|having|who|are|is|an?|any))*\s*$/;

/** A denial and what may stand behind it are this long at most. */
const denialLength = 80;

/** Returns where a denial begins that ends at a position; undefined when there is none. */
function findDenial(text: string, end: number): number | undefined {
  const start = Math.max(0, end - denialLength);
  const found = isDenied.exec(text.slice(start, end));
  return found ? start + found.index : undefined;
}

/**
 * Finds the fields that a question states, and returns its text without them; each leaves a comma, so that positions stay.
 * `findTopic` tells what people know from what they have answered.
 */
export function extractFields(
  question: string,
  { eventDate, tracks, checkpoints, questions = [], given = () => [] }: EventWords,
  findTopic: FindTopic = () => undefined,
): { fields: Field[]; rest: string } {
  const fields: Field[] = [];
  let rest = spellFood(question);
  let end = 0;
  const add = (
    key: FieldKey,
    values: string[],
    { from, to }: { from: number; to: number },
    { hasSeveral = false, isList = false } = {},
  ) => {
    const before = findDenial(rest, from);
    const last = fields.at(-1);
    // "Not withdrawn or rejected" denies both.
    const continues = last?.key === key && last.not && joinsByOr.test(rest.slice(end, from));
    const not = continues || before !== undefined;
    const same = fields.findLast((field) => field.key === key && field.not === not);
    // "Vegan with a nut allergy" asks for both, "vegan or vegetarian" for one of them.
    const isOther = key === 'checkpoint' || (hasSeveral && !joinsByOr.test(rest.slice(end, from)));
    end = to;
    if (same && !isOther) same.values.push(...values.filter((value) => !same.values.includes(value)));
    else fields.push({ key, values, not, isList });
    const start = before ?? from;
    rest = `${rest.slice(0, start)}${','.padEnd(to - start)}${rest.slice(to)}`;
  };
  const take = (key: FieldKey, pattern: RegExp, values: (match: RegExpExecArray) => string[]) => {
    for (const match of [...rest.matchAll(pattern)]) {
      const found = values(match);
      const place = { from: match.index, to: match.index + match[0].length };
      if (found.length > 0) add(key, found, place, { hasSeveral: key === 'food' });
    }
  };
  const takeEach = (key: FieldKey, patterns: Record<string, RegExp>) => {
    const found: { values: string[]; from: number; to: number }[] = [];
    for (const [value, pattern] of Object.entries(patterns))
      for (const { index: from, 0: words } of rest.matchAll(pattern)) {
        const to = from + words.length;
        if (found.every((one) => to <= one.from || from >= one.to))
          found.push({ values: value.split(' '), from, to });
      }
    // In the order of the question: "not withdrawn or rejected" denies both.
    for (const { values, ...place } of found.sort((a, b) => a.from - b.from)) add(key, values, place);
  };
  takeEach('team', teams);
  takeEach('coming', coming);
  takeEach('status', statuses);
  for (const [at, { id, name }] of checkpoints.entries()) {
    const names = [escaped(name).replace(/\s+/g, '\\s+'), escaped(id)].join('|');
    const places = `(?:checked[- ]in|check in|been|got|had|picked up|collected|scanned)(?: (?:at|in at|their|the|his|her))* (?:${names})`;
    const arrival =
      at === 0
        ? `|(?:checked[- ]in|arrived)(?: at the (?:door|entrance|venue|event))?|(?:is|are) (?:here|on site|present)`
        : '';
    for (const done of [false, true])
      take(
        'checkpoint',
        new RegExp(`\\b${done ? '' : `${negation} (?:yet |been )*`}(?:${places}${arrival})\\b`, 'gi'),
        () => [`${id} ${done ? 'yes' : 'no'}`],
      );
  }
  for (const track of tracks) {
    const [first = ''] = track.split(/\s+/);
    // "Hardware" alone is a topic.
    const name = /\s/.test(track) ? `|${escaped(track)}s?` : '';
    const pattern = new RegExp(`\\b(?:(?:${escaped(track)}|${escaped(first)})[- ]tracks?${name})\\b`, 'gi');
    take('track', pattern, () => [track]);
  }
  for (const pattern of sizePatterns) take('size', pattern, (match) => [toSize(match[1]!)]);
  take('first', firstTime, () => ['yes']);
  take('first', manyHackathons, ([, count, least]) => [String(toNumber(count ?? least ?? '3'))]);
  take('first', beenBefore, () => ['no']);
  take('resume', noResume, () => ['no']);
  take('resume', hasResume, () => ['yes']);
  take('food', uneaten, (match) => [`no ${match[1]!.toLowerCase()}`]);
  take('food', food, (match) => [match[0].toLowerCase().trim()]);
  const academic = academicYear(eventDate);
  const halfOf = (words: string) =>
    lateInYear.test(words) ? 'fall ' : new RegExp(`\\b(?:${months})\\b`, 'i').test(words) ? 'spring ' : '';
  take('graduation', classOf, ([words, year, later]) => [
    `${later ? '' : halfOf(words)}${fullYear(year!)}${later ? '+' : ''}`,
  ]);
  take('graduation', graduatesIn, ([, month]) => [
    `${halfOf(month!)}${academic - Number(lateInYear.test(month!))}`,
  ]);
  for (const one of findAnswers(rest, questions, { given, findTopic }))
    add(`answer:${one.question.id}`, one.values, one, {
      hasSeveral: one.question.type === 'several',
      isList: isChosen(one.question),
    });
  for (const [sign, pattern] of Object.entries(ages))
    take('age', pattern, ([, told = '18']) => [
      `${sign}${tens[told.toLowerCase() as keyof typeof tens] ?? told}`,
    ]);
  take('work', otherCareer, () => ['career']);
  take('work', yearsOfWork, (match) => [String(match[1] ? toNumber(match[1]) : 2)]);
  takeEach('year', years);
  take('major', majorsBesideCue, ([match]) => {
    const found = findMajors(tokenize(match)).map(({ concept }) => majors[concept]!.id);
    return [...new Set([...found, ...(isEngineering.test(match) ? engineering : [])])];
  });
  return { fields, rest };
}

/** The values of a field that a question may be changed to, with their names; none where any text is one. */
export function listFieldValues(key: FieldKey, event: EventWords): { value: string; label: string }[] {
  const { tracks, checkpoints, eventDate, given } = event;
  const named = (values: readonly (string | number)[]) =>
    values.map((value) => ({ value: String(value), label: String(value) }));
  const labelled = (labels: Record<string, string>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }));
  const question = findOwnQuestion(key, event);
  if (question?.type === 'text') return [];
  if (question) return named(question.options ?? given?.(question.id).slice(0, maxGiven) ?? []);
  if (key === 'status') return named(['pending', 'approved', 'rejected']);
  if (key === 'track') return named(tracks);
  if (key === 'size') return named(['XS', 'S', 'M', 'L', 'XL', 'XXL']);
  if (key === 'year') return labelled(yearNames);
  if (key === 'graduation') return named([0, 1, 2, 3, 4, 5].map((left) => academicYear(eventDate) + left));
  if (key === 'major') return majors.map(({ id, label }) => ({ value: id, label }));
  if (key === 'first')
    return [
      ...labelled({ yes: 'first hackathon', no: 'been to hackathons' }),
      ...[2, 3, 4, 5].map((count) => ({
        value: String(count),
        label: `been to ${count} hackathons or more`,
      })),
    ];
  if (key === 'resume') return labelled({ yes: 'has a resume', no: 'no resume' });
  if (key === 'age')
    return labelled({ '<18': 'under 18', '>25': 'over 25', '>30': 'over 30', '>40': 'over 40' });
  if (key === 'work')
    return [
      { value: 'career', label: 'had another career' },
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => ({
        value: String(count),
        label: `worked ${count} year${count > 1 ? 's' : ''} or more`,
      })),
    ];
  if (key === 'team') return labelled(teamNames);
  if (key === 'coming') return labelled(comingNames);
  if (key === 'checkpoint')
    return checkpoints.flatMap(({ id, name }) => [
      { value: `${id} yes`, label: `checked in at ${name}` },
      { value: `${id} no`, label: `not checked in at ${name}` },
    ]);
  return [];
}

const maxGiven = 50;
const teamNames = {
  none: 'no team',
  looking: 'looking for a team',
  alone: 'wants no team',
  some: 'in a team',
  open: 'in a team with open places',
  full: 'in a full team',
};
const comingNames = { yes: 'coming', no: 'not coming', none: 'attendance not confirmed' };

/** Returns the event's own question whose answer a field is. */
export const findOwnQuestion = (key: FieldKey, { questions = [] }: EventWords): OwnQuestion | undefined =>
  questions.find(({ id }) => key === `answer:${id}`);

/** Returns what a field asks for, in words. */
export function describeField({ key, values, not }: Field, event: EventWords): string {
  const known = listFieldValues(key, event);
  const names = values
    .map((value) => known.find((one) => one.value === value)?.label ?? value.replace(/\+$/, ' or later'))
    .join(' or ');
  const question = findOwnQuestion(key, event);
  const about: Partial<Record<FieldKey, string>> = {
    major: 'major: ',
    size: 'size ',
    graduation: 'graduates in ',
  };
  return `${not ? 'not ' : ''}${question ? `${question.label.replace(/[?:]$/, '')}: ` : (about[key] ?? '')}${names}`;
}

/** What rating a field takes besides the profile. */
interface FieldReading {
  /** Whether the reader may see answers marked sensitive. */
  readsSensitive: boolean;
  /** For a field that is an answer, all that fit (`listFitting`). */
  fitting: ReadonlySet<string> | undefined;
  /** Whether a passage is about what else is asked for. */
  tellsOf: (passage: Passage) => boolean;
}

/** How far a field is met by a person, from 0 to 1, and what the application says. */
interface FieldRating {
  value: number;
  quote: string;
}

/** Returns what rates a field of a person; its result is undefined where only the site knows. */
export function toRater(
  { key, values, not, isList }: Field,
  { readsSensitive, fitting, tellsOf }: FieldReading,
): (profile: Profile) => FieldRating | undefined {
  const met = (isMet: boolean, quote: string) => ({ value: isMet === not ? 0 : 1, quote });
  const isRead = ({ sensitive }: Passage) => readsSensitive || !sensitive;
  if (fitting)
    return ({ passages }) => {
      const answer = passages.find(({ field }) => field && key === `answer:${field.question}`);
      if (answer && isRead(answer))
        return met(
          answer.field!.values.some((value) => fitting.has(value)),
          answer.text,
        );
      // Without an answer, the resume may tell the school.
      const told = passages.find(
        ({ source, text }) => source === 'education' && values.some((value) => text.includes(value)),
      );
      return told || isList ? met(told !== undefined, told?.text ?? '') : { value: not ? 1 : 0.2, quote: '' };
    };
  switch (key) {
    case 'status':
      return ({ status }) => met(values.includes(status), status);
    case 'track':
      return ({ track }) => met(values.includes(track), track);
    case 'size':
      return ({ tShirtSize }) => met(values.includes(toSize(tShirtSize)), tShirtSize);
    case 'first':
      if (values.includes('yes') === not) return toExperienceRater(Number(values[0]) || 1, isRead);
      return ({ firstHackathon }) => met(firstHackathon !== undefined, firstHackathon ?? '');
    case 'resume':
      return (profile) => met(values.includes(profile.hasResume ? 'yes' : 'no'), '');
    case 'year':
      return ({ year }) =>
        year === undefined
          ? { value: not ? 0.6 : 0.3, quote: '' }
          : met(values.includes(String(year)), yearNames[year]);
    case 'graduation':
      return ({ graduation }) =>
        graduation === undefined
          ? { value: 0.2, quote: '' }
          : met(
              values.some((value) => isGraduation(value, graduation)),
              `${graduation.late ? 'fall ' : ''}${graduation.year}`,
            );
    case 'age':
      return ({ passages }) => {
        const told = findAge(passages.filter(isRead));
        const isMet = (value: string) =>
          value.startsWith('<') ? told!.age < Number(value.slice(1)) : told!.age > Number(value.slice(1));
        return told ? met(values.some(isMet), told.quote) : { value: not ? 0.6 : 0.2, quote: '' };
      };
    case 'work': {
      const isAny = values.includes('career');
      const least = isAny ? yearsOfCareer : Number(values[0]);
      return ({ jobs }) => {
        const long = jobs.filter(({ years }) => years >= least);
        const own = long.find(({ passage }) => isAny || tellsOf(passage));
        const [job] = own ? [own] : jobs;
        if (!job) return { value: not ? 1 : 0.2, quote: '' };
        // Ten years as a cook are no years as a developer.
        const rating = met(long.length > 0, job.passage.text);
        return own || not ? rating : { ...rating, value: Math.min(rating.value, otherWork) };
      };
    }
    case 'major': {
      const asked = values.map((id) => majors.findIndex((major) => major.id === id));
      const names = asked.map((one) => toStems(majors[one]!.label));
      // Many have the same major.
      const known = new Map<string, FieldRating>();
      return ({ major, majors: own }) => {
        const before = known.get(major);
        if (before) return before;
        const written = toStems(major);
        const isNamed = names.some((stems) => stems.every((stem) => written.includes(stem)));
        const fit = isNamed ? 1 : Math.max(...asked.map((one) => rateMajor(own, one)));
        const rating = { value: not ? 1 - fit : fit, quote: major };
        known.set(major, rating);
        return rating;
      };
    }
    case 'food':
      return toFoodRater(values, met, isRead);
    default:
      return () => undefined;
  }
}

const yearsOfCareer = 3;
// A field is met above 0.6.
const otherWork = 0.6;

/** Returns whether a graduation is in a year ("2026"), in a half of it ("fall 2026") or from it on ("2026+"). */
const isGraduation = (asked: string, { year, late }: { year: number; late: boolean }): boolean =>
  asked.endsWith('+')
    ? year >= Number.parseInt(asked, 10)
    : asked.endsWith(String(year)) && (/^\d/.test(asked) || asked.startsWith('fall') === late);

/** Returns what rates hackathons before this one: people who mention one have been to it, unless they say that this is their first. */
const toExperienceRater =
  (least: number, isRead: (passage: Passage) => boolean) =>
  ({ firstHackathon, passages }: Profile): FieldRating => {
    if (firstHackathon !== undefined) return { value: 0, quote: firstHackathon };
    const { count, quote } = countHackathons(passages.filter(isRead));
    return { value: count >= least ? 1 : count > 0 ? 0.5 : 0.3, quote };
  };

function toFoodRater(
  values: readonly string[],
  met: (isMet: boolean, quote: string) => FieldRating,
  isRead: (passage: Passage) => boolean,
): (profile: Profile) => FieldRating {
  // "Nut allergy": whoever must not eat nuts may say so without the word.
  const asked = values.map((value) => {
    const stems = toStems(value).filter((stem) => !aboutFood.has(stem));
    const foods = stems.filter((stem) => !/^allerg/.test(stem));
    return foods.length > 0 ? foods : stems;
  });
  // Many have the same diet.
  const known = new Map<string, boolean>();
  const isAsked = (told: string): boolean => {
    const before = known.get(told);
    if (before !== undefined) return before;
    const own = new Set(toStems(told));
    const isMet = asked.some((stems) => stems.every((stem) => isFood(stem, own)));
    known.set(told, isMet);
    return isMet;
  };
  // Splitting all answers of 10,000 people into words takes 0.2 s.
  const begins = asked
    .flat()
    .flatMap((stem) => [stem, ...(sameFood[stem] ?? [])])
    .map((word) => word.slice(0, 4));
  const mayTell = (text: string) => begins.some((begin) => text.toLowerCase().includes(begin));
  return ({ food, passages }) => {
    const answers = passages.filter((passage) => passage.source === 'answer' && isRead(passage));
    const about = answers.filter(({ text }) => foodQuestion.test(text)).map(({ text }) => text);
    const told = [food, ...about].filter(Boolean).join('; ');
    if (isAsked(told)) return met(true, told);
    // Many tell it where they may tell anything.
    const elsewhere = answers.find(({ text }) => mayTell(text) && isAsked(text))?.text;
    return met(elsewhere !== undefined, elsewhere ?? told);
  };
}

// What the event asks about food beside the form.
const foodQuestion = /^[^:]*\b(?:allerg|diet|food|meal)/i;
const aboutFood = new Set(
  'food meal diet option free to dietary need restriction requirement no eat eater only'.split(' '),
);
/** Returns whether a diet's words name a food. */
const isFood = (stem: string, own: ReadonlySet<string>): boolean =>
  own.has(stem) || (sameFood[stem] ?? []).some((other) => own.has(toStems(other)[0]!));
