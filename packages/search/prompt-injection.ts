const machine =
  '(?:ai|llm|language model|model|system|algorithm|search engine|ranking (?:engine|system)|recruiting (?:ai|system|software)|ai (?:reviewer|assistant|recruiter|screener)|reviewers?|assistant|chatbot|chatgpt|gpt|ats)';
const self =
  '(?:me|my (?:profile|resume|application)|this (?:candidate|applicant|person|resume|profile|application))';
const choose =
  '(?:rank|rate|score|place|put|list|select|recommend|choose|return|show|pick|include|prefer|promote|hire)';

// How texts address a language model. Nobody addresses human readers like this.
const kinds = [
  // Ignore your instructions.
  /\b(?:ignor\w*|disregard|forget|overrid\w*|overrule|bypass|olvid\w*|oubli\w*|vergiss)\b.{0,60}\b(?:instruc\w*|prompts?|rules?|guidelines?|directions|criteria|above|previous|ranking|anweisung\w*|consignes|reglas)\b/,
  // Rank me first.
  `\\b${choose}\\b.{0,30}\\b${self}\\b.{0,40}\\b(?:first|top|highest|number one|#1|100|1\\.0|best)\\b`,
  `\\b(?:always|must|should|please)\\s+${choose}\\b.{0,40}\\b(?:${self}|the (?:candidate|applicant))\\b`,
  /\b(?:do not|don't|never) (?:rank|rate|score|place|put)\b/,
  /\bwhen(?:ever)? (?:any(?:body|one)|some(?:body|one)|a recruiter|an organi[sz]er|they|you) (?:search|ask|look)\w*\b.{0,80}\b(?:return|show|pick|choose|select|rank)\b/,
  /\b(?:mark|treat|count|consider|regard)\b.{0,60}\bas (?:being )?(?:met|fulfilled|true|satisfied|a match)\b/,
  // Addressed by name.
  `\\b(?:note|message|attention|notice|instructions?) (?:to|for):? (?:the |any |all )?${machine}\\b`,
  `\\bif you(?:'re| are) (?:an? |the )?${machine}\\b`,
  `^\\W*(?:dear|to the|attention|hey|hello|hi),? ${machine}\\b`,
  `^\\W*(?:${machine}),\\s*(?:mark|say|rank|rate|score|answer|treat|consider|return|give|please|you)\\b`,
  /\bas an ai (?:language )?(?:model|assistant|system)\b/,
  /\byou (?:are|must) now\b/,
  // Markup of a conversation with a model.
  /^\W*(?:system|assistant|user)\s*:/,
  /\b(?:new|system|developer|hidden|secret) (?:instructions?|messages?|prompts?|directives?)\b/,
  /\bend of (?:the )?(?:resume|cv|document|application|input|data)\b/,
  /<\|[^|]{0,60}\|>|\[\/?inst\]|```|\bmatch_score\b|"(?:verdicts?|state|constraint|results|score)"\s*:/,
  // Praise that fits any query.
  /\b(?:best|ideal|perfect|top) (?:match|fit|candidate|applicant) for (?:every|any|all)\b/,
  /\bmatches (?:every|any|all)\b/,
  /\b(?:this|my) (?:resume|application|profile|candidate|applicant) (?:is|has) (?:the |a )?(?:best|perfect|ideal|top|highest)\b/,
  /\bthe (?:candidate|applicant) (?:is|has|fulfil\w*|meets|match\w*|must|should)\b/,
];
const promptInjection = new RegExp(
  kinds.map((kind) => (typeof kind === 'string' ? kind : kind.source)).join('|'),
  'iu',
);

/** Returns whether a text addresses a language model, or pretends to be one. */
export function detectPromptInjection(text: string): boolean {
  return promptInjection.test(text);
}

const finished = /[.!?:]$/;

/** Returns for each line whether it holds a prompt injection, also one that continues on the next line. */
export function listPromptInjectionLines(lines: readonly string[]): boolean[] {
  const found = lines.map((line) => detectPromptInjection(line));
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    const continues =
      next !== undefined && line.trim() !== '' && !finished.test(line.trimEnd()) && /^\s*\p{Ll}/u.test(next);
    if (!continues) continue;
    if (found[at] || detectPromptInjection(`${line} ${next}`)) {
      found[at] = true;
      found[at + 1] = true;
    }
  }
  return found;
}
