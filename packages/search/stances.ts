import { listPromptInjectionLines } from './prompt-injection.ts';
import { hiddenTextMark, type Token, tokenize } from './text.ts';

export type Section = 'why' | 'education' | 'experience' | 'projects' | 'skills' | 'other';

/** A clause of an application: its text, its section, and whether it is done, wished for, denied, or about somebody else. */
export interface Segment {
  section: Section;
  text: string;
  stance: 'asserted' | 'wish' | 'negated' | 'other';
  /** Keyword stuffing or prompt injection. */
  junk: boolean;
}

const maxHeading = 100;

const headings: Partial<Record<Section, RegExp>> = {
  education:
    /\b(education|school|academics?|academic background|studies|schooling|degrees?|coursework|university)\b/i,
  experience:
    /\b(experience|experiences|employment|employers?|work history|work|worked|career|positions?|jobs?|internships?|roles|professional|background)\b/i,
  projects:
    /\b(projects?|portfolio|things i|built|builds|made|shipped|selected work|hacks|side work|creations)\b/i,
  skills:
    /\b(skills?|skill ?set|(?:i|i'm|comfortable|good|handy|fluent) (?:know|use|with|at|in)|know-how|tools?|tool ?box|tool ?kit|technolog(y|ies)|tech|stack|languages|proficien\w+|competenc\w+|strengths|expertise)\b/i,
  other:
    /\b(activities|leadership|awards?|honou?rs|interests|hobbies|volunteer\w*|certifications?|clubs|extracurriculars?|achievements|publications|community|misc\w*|summary|objective|profile|about|contact|references)\b/i,
};

// Words that a heading may hold besides a section's name. "Management" is not one, so "Project Management" is no heading.
const besideHeadings =
  /^(?:technical|relevant|key|core|professional|my|other|additional|personal|selected|and|&|of|in|the|programming|computer|soft|hard|student|campus|research|teaching|industry|internship|side|recent|notable|project|team|tech|volunteer|coding|what|i|i've|with|for|more|featured|technologies|used|use|know|good|at|comfortable|handy|fluent|where|have|had|do|did|done|from|to|so|far|things|stuff|places|paid|history|me|i'm|am|proud|our|we|a|an|life|up|hands|on|past|current|previous|favorite|favourite|main|general|further)$/i;
const isHeadingWord = (word: string) =>
  !word.includes('-') &&
  (besideHeadings.test(word) || Object.values(headings).some((pattern) => pattern.test(word)));

/**
 * Returns the section that a line opens if it is a heading: few words, and either capitals, a colon, or only heading
 * words. Within skills, capitals may be a skill (MATLAB).
 */
function headingOf(line: string, within: Section): { section: Section; rest: string } | undefined {
  const at = line.indexOf(':');
  const labeled = at >= 3 && at <= 40;
  const label = labeled ? line.slice(0, at) : line;
  const rest = labeled ? line.slice(at + 1).trim() : '';
  if (label.length > maxHeading) return undefined;
  const words = label.trim().split(/\s+/);
  if (words.length > 5 || /[.;@\d]/.test(label) || /^[•*-]/.test(label)) return undefined;
  const capitals = label === label.toUpperCase() && /\p{Lu}{3}/u.test(label);
  const colon = line.includes(':');
  if (!capitals && !colon && !words.every(isHeadingWord)) return undefined;
  for (const [section, pattern] of Object.entries(headings))
    if (pattern.test(label)) return { section: section as Section, rest };
  return capitals && !colon && !(within === 'skills' && words.length <= 2)
    ? { section: 'other', rest: '' }
    : undefined;
}

// White space has been made one blank. "2021 – 2024" is one.
const clauses =
  /(?<=[.!?;]) |(?<!\b\d{4}) [–—] | [–—] (?![A-Za-z]{0,9}\.? ?\d{4}\b|present|now|current|today)|,? (?=(?:but|however|although|though|while|whereas|yet)\b)|, (?:and |so )?(?=i\b)| (?:and|so) (?=i\b)| (?=because\b)/i;

const negation =
  /\b(?:no|zero|none of (?:us|my team)|placed nowhere|0 (?=wins|prizes|awards)|without|never|not(?! only)|(?:have|has|had|do|does|did|ca|could|wo|would|is|are|was|were) ?n[o']?t|dont|cant|doesnt|didnt|wont|havent|hasnt|isnt|wasnt|cannot|unfamiliar|gone off|gave up on|given up on|(?:stopped|quit) (?:doing|using|writing|coding)|no longer|(?<!(?:am|'m|are|is|get|got|getting) )used to (?:do|use|write|code|program|know)|(?:nearly|almost) (?:won|made)|close to winning|(?:won|win|know|knows|did|got|wrote|built) (?:none|nothing|zero)|new to|yet to|lack(?:ing|s)?|little (?:to no )?(?:experience|knowledge)|rather than|instead of|leave (?:the |that |all )?\w+ to|avoid(?:ed|ing)?|stay away from|steer clear of|neither|nor|dislik(?:e|ed|ing)|hat(?:e|ed)|refuse to|sick of)\b/i;
const negationAfter =
  /\b(?:(?:is|are) (?:still )?(?:new|foreign|a mystery|unfamiliar) to me|not (?:something|for me|my (?:thing|area|strength|field)))\b|\b(?:won|wins|experience): ?(?:0|zero|none)\b/i;
const wish =
  /\b(?:want(?:s|ed|ing)? to|would (?:like|love) to|(?:i'?d|we'?d) (?:like|love) to|hop(?:e|es|ing) to|eager to|excited to|keen to|looking (?:forward )?to|curious about|interested in learning|plan(?:s|ning)? (?:to|on)|aspir(?:e|es|ing) to|wish(?:es|ing)? to|dream(?:s|ing)? of|aim(?:s|ing)? to|ready to learn|trying to learn|would enjoy|goal is to|look(?:ing)? for (?:an? |my )?(?:\w+ ){0,2}(?:internship|job|co-?op)|(?:will|gonna|to) win|next (?:up|goal|on)|some ?day|one day|learning goals?|want more practice|teach me)\b/i;

// "My roommate won", but not "my team won". Some write about themselves as "she".
const aboutOthers =
  /^(?:(?:and|but|so|because|also) )?(?:my|his|her|our|their|the|a) (?:[\w-]+ )?(?:roommate|room mate|sister|brother|sibling|girlfriend|boyfriend|partner|wife|husband|friend|mom|mum|mother|dad|father|parent|cousin|uncle|aunt|grandmother|grandma|grandfather|grandpa|advisor|professor|teacher|boss|neighbou?r|classmate|buddy|ex)s?\b(?! and i)/i;
// "We need a designer" tells nothing about who writes it.
const sought =
  /\b(?:look(?:ing)? for|need(?:s|ing)?|seek(?:s|ing)?|search(?:ing)? for|miss(?:ing)?|lack(?:ing)?|bring me|want(?:s|ing)?(?: to (?:meet|find|join|work with))?) (?:(?:an?|some|more|the) )?(?:[\w+#-]+ ){0,3}(?:dev(?:eloper)?s?|designers?|programmers?|coders?|engineers?|hackers?|person|people|partners?|co-?founders?)\b|\b(?:look(?:ing)? for|need|want|bring me|with) (?:somebody|someone|people|anybody|anyone)\b/i;
/** Returns the parts of a clause with their stance: a cue applies to what follows it. */
function stances(clause: string): { text: string; stance: Segment['stance'] }[] {
  if (aboutOthers.test(clause)) return [{ text: clause, stance: 'other' }];
  if (negationAfter.test(clause)) return [{ text: clause, stance: 'negated' }];
  for (const [stance, cuePattern] of [
    ['negated', negation],
    ['wish', wish],
    ['other', sought],
  ] as const) {
    const cue = cuePattern.exec(clause);
    if (!cue) continue;
    const before = clause.slice(0, cue.index).trim();
    // "I" alone asserts nothing.
    if (before.split(' ').length < 3) return [{ text: clause, stance }];
    // "I want to learn Haskell, never had the time".
    return [...stances(before), { text: clause.slice(cue.index), stance }];
  }
  return [{ text: clause, stance: 'asserted' }];
}

function isStuffed(tokens: readonly Token[], section: Section): boolean {
  if (tokens.length < 12) return false;
  const distinct = new Set(tokens.map((token) => token.single)).size;
  if (distinct / tokens.length < 0.45) return true;
  const items = tokens.filter((token) => token.breakBefore).length;
  const limit = section === 'skills' ? 45 : 22;
  return items > limit || (section !== 'skills' && tokens.length > 70 && items / tokens.length > 0.5);
}

/** Splits a section's text into clauses with their stance. */
export function splitSegments(section: Section, text: string): Segment[] {
  const lines = text.split('\n');
  const injected = listPromptInjectionLines(lines);
  return lines.flatMap((line, at) => segmentsOfLine(section, line, injected[at] === true));
}

function segmentsOfLine(section: Section, line: string, isInjected: boolean): Segment[] {
  const clean = line
    .replace(/\s+/g, ' ')
    .replace(/^ ?[•*►▪◦·-] ?/, '')
    .trim();
  if (!clean) return [];
  const whole = tokenize(clean);
  const junk =
    isInjected || clean === hiddenTextMark || /^keywords?\b/i.test(clean) || isStuffed(whole, section);
  return clean
    .split(clauses)
    .filter((clause) => clause?.trim())
    .flatMap((clause) => stances(clause))
    .map(({ text: part, stance }) => ({
      section,
      text: part.trim(),
      stance,
      junk,
    }));
}

/** Splits a resume into clauses; lines before the first heading are `other`. */
export function splitResume(resume: string): Segment[] {
  let section: Section = 'other';
  const segments: Segment[] = [];
  const lines = resume.split('\n');
  const injected = listPromptInjectionLines(lines);
  for (const [at, line] of lines.entries()) {
    const isInjected = injected[at] === true;
    const trimmed = line.trim();
    const heading = headingOf(trimmed, section);
    if (heading) {
      section = heading.section;
      if (heading.rest) segments.push(...segmentsOfLine(section, heading.rest, isInjected));
    } else if (trimmed) segments.push(...segmentsOfLine(section, trimmed, isInjected));
  }
  return segments;
}
