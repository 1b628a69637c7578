import { normalizeUnicode } from '../text/fold-text.ts';
import { type EventWords, extractFields, type Field } from './fields.ts';
import { findMentions } from './find-mentions.ts';
import { searchLimits } from './limits.ts';
import { stem } from './stem.ts';
import { fillerWords, joiningWords, normalizeText, type Token, tokenize } from './text.ts';
import { isWithinTerm, narrowestTerms, type Thesaurus } from './thesaurus.ts';
import { isCommon, isOrdinary, personalTraits, personalWords } from './words.ts';

/** Words of a question that are searched for as one: a word, or the term of a concept. */
export interface Unit {
  /** As they are written. */
  text: string;
  /** Stems of words that are not about the question itself. */
  stems: string[];
  concepts: number[];
  /** How much somebody has of the unit who has one of its concepts without its words. */
  shares: number[];
  /** Everyday words. */
  isCommon: boolean;
  /** Words with a hyphen between them: one of them alone says nothing. */
  isCompound?: boolean;
  /** A term with everyday words in it, "needs a ride": the others alone mean less. */
  isPhrase?: boolean;
  /** Has a capital letter. */
  isCapital?: boolean;
  /** Has a capital letter and no concept, as names of companies and events have. */
  isName?: boolean;
  /** Asks for who denies it: "a wheelchair or no stairs". */
  isDenied?: boolean;
}

/** A thing that is asked for, or excluded: one of some alternatives, each with all of its units. */
export interface Part {
  /** As it is written, with the words that tell a wish. */
  text: string;
  alternatives: Unit[][];
  /** Asks for people who want it, not for those who have it. */
  wish: boolean;
  /** Asks for people who worked there. */
  isEmployer?: boolean;
}

export interface Question {
  fields: Field[];
  parts: Part[];
  not: Part[];
  corrections: { from: string; to: string }[];
  /** Words for what no application tells. */
  untold: string[];
  /** Tells a story: few of its words are what it is about, so none has to be found. */
  isLong: boolean;
}

/** What the applications and the vocabulary know about words. */
interface Lexicon {
  isWritten: (stem: string) => boolean;
  isName: (word: string) => boolean;
  isTerm: (word: string) => boolean;
  /** The word that is meant by a misspelled one; undefined for one that is right. */
  correct: (word: string) => string | undefined;
}

const cue =
  /^(?:not|no|without|excluding|exclude|excludes|except|excepting|minus|non|never|lacking|lack|lacks|dont|doesnt|isnt|arent|havent|hasnt|cant|cannot|didnt|wont|neither|nor|avoid|avoids|avoiding|skip|skipping|besides|hate|hates|dislike|dislikes|refuse|refuses|refusing|zero|unfamiliar)$/;
const cuesOfTwo =
  /^(?:(?:other|rather) than|instead of|(?:apart|aside|far|away) from|nothing to|free of|(?:gave|given|gives) up|(?:quit|stopped) (?:using|doing|writing)|(?:anyone|anybody|anything|everyone|everybody|all) but)$/;
const wishes =
  /(?<!\b(?:we|i) )\b(?:(?:wants?|wanting|would like|hop(?:es?|ing)|wish(?:es)?|are trying|is trying|trying) to(?: (?:learn|try|get into|pick up|explore|improve|get better at|practice|study)(?: about| more)?)?|(?:eager|keen|excited|willing|curious|looking) to (?:learn|try|pick up|explore)(?: about| more)?|interested in learning(?: about| more)?|(?:is|are) learning|curious about)\b/gi;
/** What somebody wants to do at the event is as good as what they say they do: "wants to bring an animal". */
const deeds = /^(?:bring|stay|come|leave|arrive|sleep|drive|eat)$/;
/** What no application tells: what will happen. */
const untellable =
  /\b(?:will|(?:is|are) (?:\w+ly |most )?(?:going|likely) to|might|may)(?: (?:really|actually|probably|not))* (?:win|show up|succeed|cheat|drop out|give up|quit|be late|not come|no-?show)\b[^.;?!]*|\bapplied (?:today|yesterday|recently|lately|(?:this|last) (?:week|weekend|month)|since \w+|(?:in|within|during) the (?:last|past) (?:\w+ )?(?:hours|days|weeks?|month))\b/gi;
const worksAt =
  /\b(?:(?:has|have|had|a|an|previous|former|past|did|done) ){0,3}(?:work(?:s|ed|ing)?|intern(?:s|ed|ing)?|employed|internships?|jobs?|co-?ops?) (?:at|for|as)(?= (?!\d|free|fun|years|months))/gi;
// What nobody has whom others must drive.
const noRide =
  /\b(?:(?:has|have|with|got) )?no (?:own )?(?:ride|car|transport\w*|way (?:to get|of getting) (?:here|there))\b/gi;
const isParent =
  /\b(?:is|are|being) (?:an? )?(?:single )?(?:parents?|mothers?|fathers?|moms?|dads?)\b(?! of)/gi;
// "The police want to know who …" asks for what follows.
const asksFor =
  /^[^.?!;:]{0,120}?\b(?:know|ask(?:s|ing|ed)?|find(?: out)?|list|tell (?:me|us)|show (?:me|us)) (?=(?:who|which|if (?:any|some))\b)|^(?:(?:can|could|would) you )?(?:please )?(?:pull|bring|look) up /i;
// What is to be done with those who are found.
const purpose =
  /,? \bso(?: that)? (?:we|i|they) (?:can|could|may|know)\b[^.?!;:]*|[,;] (?:we |i )?(?:need|have|want) to (?!find|see|know who|have|get|be\b)\w+ [^.?!;:]*$/gi;
// "Beginners are no problem."
const noMatter =
  /,? ?\b(?:(?:it )?(?:does not|doesn'?t|do not|don'?t) matter|no matter|regardless|irrespective)\b[^.?!;:,]*|,[^.?!;:,]* (?:is|are) (?:no|not a) problem\b[^.?!;:,]*/gi;
// "Baker, I forgot his first name."
const talkOfNames =
  /\b(?:the )?(?:application|profile|resume|file) of (?=\p{Lu})|,? ?(?:\b(?:i|we|but) ){0,2}(?:forgot|(?:do not|don'?t) (?:know|remember|recall)) (?:his|her|their|the) (?:first|last|family|sur)? ?name|,? ?\b(?:it|that|this)(?:'s| is) (?:an? |his |her |the |their )?(?:first|last|family|given) name/giu;
// "People who straight up say they can't code" can't code.
const saying =
  /\b(?:(?:straight|flat|right) ?(?:up|out) |openly |clearly )?(?:says?|said|saying|admit(?:s|ted)?|claim(?:s|ed)?|mention(?:s|ed)?|wrote|tells? us|told us)(?: us)?(?: (?:that|clear(?:ly)?|openly|outright))* (?=(?:they|he|she|it|this)\b)/gi;
// "Doesn't hate Java" asks for people who have Java.
const doubleDenial = /\b(?:do(?:es)? ?n[o']?t|did ?n[o']?t) (?:hate|dislike|mind|avoid|lack)\b/gi;
const otherMajor = /\b(?:whose |the )?majors? (?:is ?n[o']?t|is not|are ?n[o']?t|are not) (?:in |an? )?/gi;
/** "We want a band for the closing, who plays the drums?" asks for what follows. */
const lead =
  /^(?:we|i|our|my|the)\b(?:(?!(?:some|any)(?:one|body)|people|participants?|students?|hackers?|applicants?|\w+(?:er|or)s\b)[^.?!;:]){0,120}?, (?=who\b)/i;
// "A TV station wants to film students who …" asks for students, "our sponsor wants to meet nurses" for nurses.
const asker =
  /(?<=^|[.?!;] )(?:an?|the|our|my|one of (?:our|the)|two of (?:our|the))\b(?! few\b)(?:(?! (?:who|whom|if|because|we|i)\b)[^.?!;:,]){1,80}? (?:wants?|would (?:like|love)|(?:asks?|asked|is asking) (?:us |me )?(?:to|for)) (?:(?:to )?(?:meet|film|interview|see|greet|invite|know about|hear from|talk (?:to|with)|sit(?: down)? with|have coffee with|write about|do a (?:short )?(?:piece|story) on) )?(?:(?:a few|some|two or three|a list (?:by \w+ )?of) )*(?=(?!to\b)\w)/gi;
// "A class project is not enough." "Food allergies they already have."
const notEnough =
  /(?<=[.?!;] )[^.?!;]{1,120}?\b(?:(?:does|do|is|are) ?(?:not|n[o']?t) (?:count|enough|have to be)|can be left out|leave (?:those|them) (?:away|out)|(?:they already have|already have them))\b[^.?!;]*/gi;
const codingIn = /\b(?:codes?|coding|coded|programs?|programming|programmed) in (?=\S)/gi;
// "Can write Haskell" asks for Haskell.
const formsOfWrite = /^(?:writ(?:e|es|ing|ten)|wrote)$/;
// "Figma / UI designers"; in a longer question a slash may stand between two words of a clause.
const slash = /^((?:\S+ ){1,2})\/ (?=(?:\S+ ?){1,10}$)/;
// "Hardware people: Arduino, soldering, robotics" asks for one of them.
const examples =
  /^[^\s:;.?!,]+(?: [^\s:;.?!,]+){0,2}: ([^\s,:;.?!]+(?: [^\s,:;.?!]+){0,2}(?:, [^\s,:;.?!]+(?: [^\s,:;.?!]+){0,2}){1,8})$/;
// "Builds it themselves, not just draws it" asks for what stands before.
const notOnly = /, not (?:only|just|merely) (?![^.;?!]*\bbut\b)[^,.;?!]*/gi;
// "Total beginners, no code yet" asks for what follows.
const beginners =
  /\b(?:(?:total|complete|absolute|real) )?beginners?,? (?:who )?(?=(?:never|no|not|zero|cannot|can ?not|can'?t|do(?:es)? ?n[o']?t|have ?n[o']?t)\b)/gi;
// "Halal count", "how many vegans".
const counting = /(?<=\w )(?:head ?)?counts?(?= *$)|^(?:how many|(?:the )?number of) /gi;
// "Arriving by car" asks for the way.
const arriving = /\b(?:arriv|travell?)(?:e|es|ing|s) (?=(?:here )?by \w)/gi;
// "Cannot program" and "not technical" mean "cannot code".
const cannotProgram = /(?<=\b(?:can ?not|can'?t|never|n'?t|n't know how to) )program(?:med)?\b(?! in\b)/gi;
const notTechnical = /\b(?:not|non)[- ]technical\b(?: people\b)?/gi;
// "Microcontrollers (Arduino, ESP32)" asks for one of them.
const inBrackets =
  / ?\((?!as |not |no )((?:[^(),]{1,30}, ){1,8}(?:or )?[^(),]{1,30}?),?(?: etc\.?| ?\.{3}| ?…)?\)/g;
const alternative = / ?\((or [^()]{1,60})\)/gi;
/** Returns the question as its rules read it: "w/o" and "don't" are spelled out. */
function rewrite(text: string): string {
  return normalizeText(normalizeUnicode(text.slice(0, searchLimits.query), 'NFKC'))
    .slice(0, searchLimits.query)
    .replace(asksFor, '')
    .replace(purpose, '')
    .replace(talkOfNames, '')
    .replace(noMatter, '')
    .replace(saying, '')
    .replace(lead, '')
    .replace(asker, '')
    .replace(notEnough, '')
    .replace(codingIn, '')
    .replace(doubleDenial, '')
    .replace(alternative, ' $1')
    .replace(inBrackets, (_, items) => ` or ${items.replaceAll(/, (?:or )?/g, ' or ')}`)
    .replace(examples, (_, items) => items.replaceAll(/, (?:and |or )?/g, ' or '))
    .replace(otherMajor, 'not majoring in ')
    .replace(slash, '$1or ')
    .replace(notOnly, '')
    .replace(cannotProgram, 'code')
    .replace(notTechnical, 'cannot code')
    .replace(counting, '')
    .replace(arriving, '')
    .replace(/\bnot (?:only|just)\b/gi, '')
    .replace(beginners, '')
    .replace(noRide, 'needs a ride')
    .replace(isParent, 'with kids')
    .replace(/\bw\/o\b/gi, 'without')
    .replace(/\b(\w+)n't\b/gi, '$1nt');
}

/** A word of a question; of some, whoever denies it is asked for. */
type AskedToken = Token & { isDenied?: true };

/** From such a word on, a sentence tells whom it asks for. */
const asksForPeople =
  /^(?:who|whom|whose|anyone|anybody|someone|somebody|everyone|everybody|people|persons?|participants?|applicants?|hackers?|students?)$/;

/** Splits words into runs that are asked for and runs that are excluded; what a story denies is neither. */
function splitNegations(
  tokens: readonly Token[],
  thesaurus: Thesaurus,
  story: ReadonlySet<Token>,
): { not: boolean; tokens: AskedToken[] }[] {
  const runs: { not: boolean; tokens: AskedToken[]; isDenied?: boolean; isLeftOut?: boolean }[] = [
    { not: false, tokens: [] },
  ];
  const terms = findMentions(tokens, thesaurus, { query: true });
  // "People who cannot see" is a term; "not Unity" excludes.
  const isInTerm = (at: number, word: string) =>
    terms.some(
      ({ from, to }) =>
        at < to && (at > from ? word !== 'not' : at === from && !/^(?:no|without)$/.test(word)),
    );
  let last: Token | undefined;
  for (const [at, token] of tokens.entries()) {
    const before = last;
    if (token.lower === 'or' || !isOrdinary(token)) last = token;
    const run = runs.at(-1)!;
    const next = tokens[at + 1]?.lower ?? '';
    const isCue = cue.test(token.lower) || cuesOfTwo.test(`${token.lower} ${next}`);
    if (isCue && !isInTerm(at, token.lower)) {
      // "Users of a wheelchair or people who can't do stairs" asks for one of both.
      if (before?.lower === 'or' && !run.not) run.isDenied = true;
      else if (!run.not || run.tokens.length > 0)
        runs.push({ not: true, tokens: [], isLeftOut: story.has(token) });
      continue;
    }
    const ends = run.not && ((token.breakBefore && run.tokens.length > 0) || token.lower === 'but');
    const into = ends ? { not: false, tokens: [] } : run;
    if (ends) runs.push(into);
    if (token.breakBefore || token.lower === 'but') run.isDenied = false;
    into.tokens.push(run.isDenied ? { ...token, isDenied: true } : token);
  }
  return runs.filter(({ tokens, isLeftOut }) => tokens.length > 0 && !isLeftOut);
}

/** The share of somebody who has a concept that the question names. */
export const namedShare = 0.85;

/** Words of a request; more tell a story. */
const longestRequest = 16;

interface Context {
  thesaurus: Thesaurus;
  lexicon: Lexicon;
}

const isContent = (token: Token) =>
  !isOrdinary(token) &&
  !fillerWords.has(token.lower) &&
  !joiningWords.has(token.lower) &&
  (token.lower.length > 1 || /^\p{Lu}$/u.test(token.raw) || /[^\p{Script=Latin}\p{N}]/u.test(token.lower));

/** "Biologist" names biology. */
function isAlike(one: string, other: string): boolean {
  const start = Math.max(5, Math.min(one.length, other.length) - 2);
  return one.slice(0, start) === other.slice(0, start);
}

/** "Golang" and "k8s" are other names. */
const isShort = (stem: string, label: string): boolean => stem.startsWith(label) || stem.length <= 3;

/** Returns the parts of a run of words. */
function toParts(tokens: AskedToken[], text: string, wish: boolean, { thesaurus, lexicon }: Context): Part[] {
  const hits = new Map<number, { to: number; concepts: number[]; isAsked: boolean; isExact: boolean }>();
  for (const { concept, from, to, queryOnly, isExact } of findMentions(tokens, thesaurus, { query: true })) {
    const hit = hits.get(from);
    if (hit && hit.to >= to) hit.concepts.push(concept);
    else hits.set(from, { to, concepts: [concept], isAsked: queryOnly, isExact });
  }
  const parts: Part[] = [];
  let alternatives: Unit[][] = [[]];
  // Of the part that is open, the positions of its first word and after its last.
  let [first, after] = [-1, -1];
  const close = () => {
    const filled = alternatives.filter((units) => units.length > 0);
    if (filled.length > 0)
      parts.push({
        text: text.slice(tokens[first]!.start, tokens[after - 1]!.end),
        alternatives: filled,
        wish,
      });
    alternatives = [[]];
    first = -1;
  };
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]!;
    const hit = hits.get(at);
    const next = tokens[at + 1];
    const isCompound =
      !hit && next !== undefined && !hits.has(at + 1) && text.slice(token.end, next.start) === '-';
    const to = hit?.to ?? at + (isCompound ? 2 : 1);
    if (!hit && token.lower === 'or') {
      alternatives.push([]);
      at += 1;
      continue;
    }
    // "HTML, CSS or design" asks for one of them.
    const isListed = token.breakBefore && tokens[to]?.lower === 'or' && tokens.slice(at, to).some(isContent);
    if (isListed) alternatives.push([]);
    else if (token.breakBefore || joiningWords.has(token.lower)) {
      if (alternatives.at(-1)!.length > 0) close();
    }
    // "Julia from Emory" and "Thibodeaux nursing" ask for a name and for something else.
    const open = alternatives.at(-1)!;
    const follows = open.slice(0, 3).some(({ text }) => lexicon.isName(text));
    const isOther = !lexicon.isName(token.lower) && !lexicon.isWritten(open[0]?.stems[0] ?? '');
    if (follows && (isOther || (!hit && /^(?:from|at)$/.test(token.lower)))) close();
    const inner = tokens.slice(at, to);
    const telling = inner.filter(isContent);
    const named = telling.filter(({ lower }) => !formsOfWrite.test(lower));
    const content = named.length > 0 ? named : telling;
    const writesTerm =
      !hit &&
      formsOfWrite.test(token.lower) &&
      next &&
      !next.breakBefore &&
      (hits.has(to) || !isCommon(next));
    if (!writesTerm && (hit || content.length > 0)) {
      const concepts = hit ? narrowestTerms(hit.concepts, thesaurus) : [];
      const words = content.length > 0 ? content : inner;
      const isNamed = (concept: number) => {
        const { own, label } = thesaurus.concepts[concept]!;
        const stems = tokenize(label).map(({ stem }) => stem);
        const isNaming = ({ stem }: Token) =>
          stems.some((word) => isAlike(stem, word) || (words.length === 1 && isShort(stem, word)));
        return own || hit?.isAsked || inner.some(isNaming);
      };
      const isEveryday = words.every(
        (word) => isCommon(word) || isOrdinary(word) || /^\d+$/.test(word.lower),
      );
      const isCapital = inner.some(({ raw, start }) => /\p{Lu}/u.test(start > 0 ? raw : raw.slice(1)));
      alternatives.at(-1)!.push({
        text: text.slice(inner[0]!.start, inner.at(-1)!.end),
        // "I go by train" is no Go.
        stems: hit?.isExact && isEveryday ? [] : [...new Set(words.map(({ stem }) => stem))],
        concepts,
        shares: concepts.map((concept) => (isNamed(concept) ? namedShare : 0.6)),
        isCommon: isEveryday,
        isCompound,
        isPhrase:
          hit !== undefined &&
          content.length > 0 &&
          inner.filter(({ lower }) => isEveryday || !fillerWords.has(lower)).length > content.length,
        isCapital,
        isName: !hit && isCapital,
        isDenied: inner.some(({ isDenied }) => isDenied),
      });
      if (first < 0) first = at;
      after = to;
    }
    at = to;
  }
  close();
  return parts;
}

/** Leaves out everyday words beside something else. */
function leaveOutEveryday(parts: Part[]): Part[] {
  const telling = parts.filter(({ alternatives }) =>
    alternatives.flat().some(({ isCommon, concepts }) => !isCommon || concepts.length > 0),
  );
  return telling.length > 0 ? telling : parts;
}

/** Returns whether two words, one of which nobody wrote, are a term when they are joined. */
const isOneWord = (one: Token, other: Token, { isTerm, isWritten }: Lexicon): boolean =>
  [one, other].every(isContent) &&
  (isTerm(`${one.lower}${other.lower}`) || isWritten(stem(`${one.lower}${other.lower}`))) &&
  !(isWritten(one.stem) && isWritten(other.stem));

/** Returns the words before the first one of their sentence that asks for people; none where no sentence asks. */
function findStory(text: string, tokens: readonly Token[]): ReadonlySet<Token> {
  const story = new Set<Token>();
  let [isAsking, asksAnywhere, end] = [false, false, 0];
  for (const token of tokens) {
    const isFirst = end === 0 || /[.?!;]\s/.test(text.slice(end, token.start));
    isAsking = (isAsking && !isFirst) || asksForPeople.test(token.lower);
    asksAnywhere ||= isAsking;
    if (!isAsking && !isFirst) story.add(token);
    end = token.end;
  }
  return asksAnywhere ? story : new Set();
}

/** Returns the part that asks for an email address. */
function toAddress(text: string): Part {
  const unit = { text, stems: [], concepts: [], shares: [], isCommon: false };
  return { text, alternatives: [[unit]], wish: false };
}

/** Parses a question in plain English, which has no operators: fields, what is excluded, and the rest as parts. */
export function parseQuestion(
  text: string,
  { thesaurus, lexicon, event }: Context & { event: EventWords },
): Question {
  const untold: string[] = [];
  const addresses: string[] = [];
  const written = rewrite(text).replace(/(?<!\S)\S*@\S+/g, (address) => {
    addresses.push(address.replace(/[.,;:!?)]+$/, ''));
    return ',';
  });
  const told = written.replace(untellable, (words) => {
    // What follows "who is" in the notice.
    untold.push(
      words
        .replace(/^(?:is|are) /i, '')
        .replace(/^(?:will|might|may)\b/i, 'going to')
        .replace(/^(?=applied)/i, 'one who '),
    );
    return ',';
  });
  const findTopic = (words: string) => {
    const topics = findMentions(tokenize(words), thesaurus, { query: true });
    const labels = topics.map(({ concept }) => thesaurus.concepts[concept]!.label.toLowerCase());
    return labels.length === 0 ? undefined : labels.includes(words.toLowerCase()) ? 'name' : 'word';
  };
  const { fields, rest: asked } = extractFields(told, event, findTopic);
  const corrections: Question['corrections'] = [];
  let [rest, shift] = [asked, 0];
  const words = tokenize(asked);
  const replace = ({ start }: Token, { end }: Token, from: string, to: string) => {
    corrections.push({ from, to });
    rest = rest.slice(0, start + shift) + to + rest.slice(end + shift);
    shift += to.length - (end - start);
  };
  let joined: Token | undefined;
  const terms = findMentions(words, thesaurus, { query: true });
  for (const [at, token] of words.entries()) {
    if (token === joined) continue;
    const next = words[at + 1];
    // "Post gres" is one word.
    if (next && !next.breakBefore && isOneWord(token, next, lexicon)) {
      replace(token, next, `${token.raw} ${next.raw}`, `${token.lower}${next.lower}`);
      joined = next;
      continue;
    }
    // "Smart contracts" are no trait.
    const isInTerm = terms.some(({ from, to }) => to - from > 1 && at >= from && at < to);
    const isPersonal = personalWords.has(token.lower);
    if (!isInTerm && (isPersonal || personalTraits.has(token.lower))) untold.push(token.lower);
    const isRight = !isContent(token) || isCommon(token) || lexicon.isName(token.lower);
    if (isRight || token.raw.includes("'") || untold.includes(token.lower)) continue;
    const meant = lexicon.correct(token.lower);
    if (meant && meant !== token.lower) replace(token, token, token.raw, meant);
  }
  if (corrections.length > 0) {
    const corrected = extractFields(rest, event, findTopic);
    fields.push(...corrected.fields);
    rest = corrected.rest;
  }
  const isLong = tokenize(text).length > longestRequest;
  const parts = addresses.map(toAddress);
  const question: Question = { fields, parts, not: [], corrections, untold, isLong };
  const tokens = tokenize(rest).filter((token) => !untold.includes(token.lower));
  const story = isLong ? findStory(rest, tokens) : new Set<Token>();
  const cues = [wishes, worksAt].flatMap((pattern) =>
    [...rest.matchAll(pattern)].map(({ index, 0: words }) => ({ pattern, words, index })),
  );
  for (const run of splitNegations(tokens, thesaurus, story)) {
    // What follows a wish is wished for, and what follows "worked at" an employer, until the clause ends.
    let cue: (typeof cues)[number] | undefined;
    let group: AskedToken[] = [];
    const flush = (next?: typeof cue) => {
      const wish = cue?.pattern === wishes && !deeds.test(group[0]?.lower ?? '');
      const found = toParts(group, rest, wish, { thesaurus, lexicon });
      (run.not ? question.not : question.parts).push(
        ...found.map((part) => ({
          ...part,
          ...(wish && { text: `${cue!.words} ${part.text}` }),
          ...(cue?.pattern === worksAt && { isEmployer: true }),
        })),
      );
      cue = next;
      group = [];
    };
    for (const token of run.tokens) {
      const within = cues.find(
        ({ index, words }) => token.start >= index && token.start < index + words.length,
      );
      if (within ? within.pattern !== cue?.pattern : cue && token.breakBefore) flush(within);
      if (!within) group.push(token);
    }
    flush();
  }
  question.parts = leaveOutEveryday(question.parts);
  // "Security but no CTF": what is asked for cannot be excluded as a whole.
  const wanted = question.parts.flatMap(({ alternatives }) =>
    alternatives.flat().flatMap(({ concepts }) => concepts),
  );
  for (const unit of question.not.flatMap(({ alternatives }) => alternatives.flat()))
    for (const [at, concept] of unit.concepts.entries())
      if (wanted.some((one) => one === concept || isWithinTerm(one, concept, thesaurus))) unit.shares[at] = 0;
  return question;
}
