import { createGeneratedPdf } from './pdf.ts';
import type { WireRequest } from './raw-http.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
interface Part {
  gen: string;
  name: string;
  type: string;
}

/** One case of a file of bad inputs; its conventions are in the file's `meta`. */
export interface Case {
  id: string;
  area: string;
  as: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Json;
  body_text?: Json;
  raw?: { headers: Record<string, string>; body: Json };
  multipart?: {
    base?: string;
    set?: Record<string, Json>;
    unset?: string[];
    files?: Record<string, Part | Part[]>;
  };
  variants?: Json[];
  repeat?: number;
  precondition?: string;
  note?: string;
  expect: { status: number[]; message: string | null; match?: 'exact' | 'prefix' | 'any'; effect?: string };
}

export interface CaseFile {
  generators: Record<string, { fields: Record<string, Json>; files: Record<string, Part> } | string>;
  cases: Case[];
}

/** The values that stand for `{name}` in a case. */
export type Names = Record<string, string>;

const isRepeat = (value: Json): value is { repeat: string; times: number } =>
  value !== null && typeof value === 'object' && 'repeat' in value && 'times' in value;

/** A value with its names, its variant and its repetitions filled in. Throws for a name that is not known. */
function filled(value: Json, names: Names, variant: Json | undefined): Json {
  if (typeof value === 'string') {
    if (value === '{variant}' && variant !== undefined) return filled(variant, names, undefined);
    return value.replace(/\{([A-Za-z]\w*)\}/g, (_whole, name: string) => {
      if (name === 'variant') return String(filled(variant ?? '', names, undefined));
      if (!(name in names)) throw new Error(`Nobody knows what {${name}} stands for`);
      return names[name]!;
    });
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => filled(item, names, variant));
  if (isRepeat(value)) return value.repeat.repeat(value.times);
  const entries = Object.entries(value).map(([key, item]) => [key, filled(item, names, variant)]);
  // Not assigned one by one: `__proto__` has to stay a key.
  return Object.fromEntries(entries);
}

const boundary = 'overnight-bad-inputs';
const quoted = (name: string) => name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));

function form(fields: [string, Json][], files: [string, Part | Part[]][]): Buffer {
  const parts: Buffer[] = [];
  for (const [name, value] of fields)
    for (const each of [value].flat())
      parts.push(
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${each}\r\n`,
        ),
      );
  for (const [name, given] of files)
    for (const file of [given].flat())
      parts.push(
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"; filename="${quoted(file.name)}"\r\ncontent-type: ${file.type}\r\n\r\n`,
        ),
        createGeneratedPdf(file.gen),
        Buffer.from('\r\n'),
      );
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

function multipart(
  { base, set = {}, unset = [], files }: NonNullable<Case['multipart']>,
  { generators }: CaseFile,
) {
  const found = base ? generators[base] : undefined;
  if (typeof found === 'string') throw new Error(`${base} is no form`);
  const fields = Object.entries({ ...found?.fields, ...set }).filter(([name]) => !unset.includes(name));
  const given = files && Object.keys(files).length === 0 ? {} : { ...found?.files, ...files };
  return form(fields, Object.entries(given));
}

/** The requests of a case, one for each variant; the names are filled in as each is asked for. */
export function toRequests(one: Case, file: CaseFile): ((names: Names) => WireRequest)[] {
  return (one.variants ?? [undefined]).map((variant) => (names) => {
    const fill = <T extends Json>(value: T) => filled(value, names, variant) as T;
    const path = fill(one.path);
    const headers = fill(one.headers ?? {});
    const { method } = one;
    if (one.raw)
      return {
        method,
        path,
        headers: { ...headers, ...fill(one.raw.headers) },
        body: String(fill(one.raw.body)),
      };
    if (one.multipart)
      return {
        method,
        path,
        headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: multipart(
          fill(one.multipart as unknown as { [key: string]: Json }) as NonNullable<Case['multipart']>,
          file,
        ),
      };
    if (one.body_text !== undefined) return { method, path, headers, body: String(fill(one.body_text)) };
    if (one.body !== undefined) return { method, path, headers, body: JSON.stringify(fill(one.body)) };
    return { method, path, headers };
  });
}
