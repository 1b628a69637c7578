/** Removes the plural ending of an English word: `databases` and `database` are one; `css` and `analysis` stay. */
export function toSingular(word: string): string {
  if (word.length < 4 || !word.endsWith('s')) return word;
  if (/(ss|us|is|ics|os)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(sh|ch|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

const irregular = new Map(
  'securities=securities kidding=kidding plane=plane planes=plane embedding=embedding embeddings=embedding built=build wrote=write written=write ran=run made=make taught=teach led=lead won=win winner=win winners=win winning=win sold=sell drew=draw drawn=draw flew=fly flown=fly flight=fly flights=fly grew=grow grown=grow knew=know known=know spoke=speak spoken=speak broke=break broken=break found=find shot=shoot sewn=sew kept=keep brought=bring bought=buy caught=catch taken=take took=take gave=give given=give held=hold begun=begin began=begin understood=understand thought=think spun=spin got=get did=do done=do doing=do people=person modelling=model modelled=model programmed=program programming=programming programing=programming engineering=engineering'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

// Verbs of four letters that end in e: their other forms lose it.
const shortVerbs = new Set(
  'code wire tune type save love live make take name bake hike bike tape vote ride dive move hire fire care cite mine time rate file pose race bore cure dice fade fuse gate hope hype joke like mute note pipe poke rise size sole tile tone tube wake wipe give have come'.split(
    ' ',
  ),
);

/**
 * Returns a word without its inflection: `trained`, `training` and `trains` are one. Derived words stay different
 * (`design` and `designer`).
 */
export function stem(word: string): string {
  const known = irregular.get(word);
  if (known) return known;
  let base = toSingular(word);
  if (base.length < 5) return base;
  for (const ending of ['ing', 'ed']) {
    const root = base.slice(0, -ending.length);
    if (!base.endsWith(ending) || root.length < 3 || !/[aeiouy]/.test(root)) continue;
    if (shortVerbs.has(`${root}e`)) return `${root}e`;
    base = /([bdfgmnprtz])\1$/.test(root) && root.length > 3 ? root.slice(0, -1) : root;
    if (/[^aeiou]i$/.test(base)) base = `${base.slice(0, -1)}y`;
    break;
  }
  const root = base.length > 4 && base.endsWith('e') ? base.slice(0, -1) : base;
  // "Organised" and "organized" are one.
  return root.length > 5 ? root.replace(/is$/, 'iz') : root;
}
