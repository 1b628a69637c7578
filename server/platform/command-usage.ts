import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';
import { type Command, type Given, type Shell, UsageError } from './command.ts';

interface Form {
  line: string;
  words: string[];
  options: { name: string; takesValue: boolean; isRequired: boolean }[];
}

function parseForm(line: string): Form {
  const options = [...line.matchAll(/(\[?)--([\w-]+)( [A-Z]+)?\]?/g)].map(
    ([, bracket, name = '', value]) => ({
      name,
      takesValue: value !== undefined,
      isRequired: bracket === '',
    }),
  );
  const words = line.replaceAll(/\[?--[\w-]+( [A-Z]+)?\]?/g, '').match(/\S+/g) ?? [];
  return { line, words, options };
}

const isLiteral = (word: string | undefined) => word !== undefined && /^[a-z]/.test(word);

/** Returns the forms whose fixed words match what was typed so far. */
function listForms(forms: Form[], typed: string[]): Form[] {
  return forms.filter(({ words }) => typed.every((word, at) => !isLiteral(words[at]) || words[at] === word));
}

/** Returns what is wrong with the typed words and options for one form; undefined if nothing is. */
function findMistake({ words, options }: Form, typed: string[], given: Given['options']): string | undefined {
  const missing = words.slice(typed.length).find((word) => !word.startsWith('['));
  if (missing) return `${missing.replace('…', '')} is missing.`;
  const extra = /…\]?$/.test(words.at(-1) ?? '') ? undefined : typed[words.length];
  if (extra !== undefined) return `Unexpected argument "${extra}".`;
  const foreign = Object.keys(given).find((name) => options.every((option) => option.name !== name));
  if (foreign) return `This command has no option --${foreign}.`;
  const required = options.find(({ name, isRequired }) => isRequired && given[name] === undefined);
  return required && `--${required.name} is missing.`;
}

/** Parses what was typed, including the command's name, against the lines of a usage. Throws UsageError. */
export function parseTyped(usage: Command['usage'], typed: string[]): Given {
  const forms = Object.keys(usage).map(parseForm);
  const allowed = forms.flatMap(({ options }) =>
    options.map(({ name, takesValue }): [string, ParseArgsOptionDescriptor] => [
      name,
      { type: takesValue ? 'string' : 'boolean' },
    ]),
  );
  const { positionals, values } = parseOptions(Object.fromEntries(allowed), typed);
  const fitting = listForms(forms, positionals);
  if (fitting.length === 0) throw new UsageError(`Unknown command "${positionals.slice(0, 2).join(' ')}".`);
  const mistakes = fitting.map((form) => findMistake(form, positionals, values));
  if (mistakes.includes(undefined)) return { words: positionals.slice(1), options: values };
  const actions = fitting.map(({ words }) => words[positionals.length]);
  if (fitting.length > 1 && actions.every(isLiteral))
    throw new UsageError(`What to do is missing: ${[...new Set(actions)].join(', ')}.`);
  throw new UsageError(mistakes[0]);
}

function parseOptions(options: Record<string, ParseArgsOptionDescriptor>, args: string[]) {
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    return { positionals, values: values as Given['options'] };
  } catch (error) {
    // "Unknown option '--x'. To specify a positional argument …": only the first sentence is for people.
    throw new UsageError((error as Error).message.replace(/\. .*|\.?$/s, '.'));
  }
}

export function asksForHelp(typed: string[]): boolean {
  return typed.includes('--help') || typed.includes('-h');
}

/** Returns the forms that match the typed words, or all if none does: each formatted, with its sentence below. */
export function formatUsage(usage: Command['usage'], typed: string[], format: (line: string) => string) {
  const forms = Object.keys(usage).map(parseForm);
  const words = typed.filter((word) => !word.startsWith('-'));
  const found = listForms(forms, words);
  return (found.length > 0 ? found : forms)
    .map(({ line }) => `  ${format(line)}\n      ${usage[line]}`)
    .join('\n');
}

/** Returns the name of a command: the first word of its forms. */
export function getName({ usage }: Command): string {
  return Object.keys(usage)[0]?.split(' ')[0] ?? '';
}

/** Runs a command with what was typed after its name. Throws UsageError. */
export async function runTyped(command: Command, args: string[], shell: Shell): Promise<number> {
  return (await command.run(parseTyped(command.usage, [getName(command), ...args]), shell)) ?? 0;
}
