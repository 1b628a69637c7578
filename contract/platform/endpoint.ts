import { z } from 'zod';
import type { ProblemCode } from '../errors.ts';
import { success } from './responses.ts';
import type { RoleAccess } from './roles.ts';

/**
 * Who may make a call, before any rule about the object: `open` anyone, without reading the session (so it works while the
 * database is away), `all` anyone; by role as `rolesByAccess` says; `judge` and `reviewer` by sessions of their own, which
 * are independent of the user's session.
 */
export type Access = 'open' | 'all' | 'judge' | 'reviewer' | RoleAccess;

/** A file part of a multipart call, with the error code for a file that is too large. */
export interface FilePart {
  /** The required content, for the documentation. */
  format: 'PDF' | 'JPEG, PNG or WebP' | 'PDF, JPEG, PNG or WebP' | 'picture, film, captions or font' | 'CSV';
  maxBytes: number;
  tooLarge: ProblemCode;
}

/** A PDF part, with the error codes for a file that is not a PDF and for one that needs a password. */
export interface PdfPart extends FilePart {
  notPdf: ProblemCode;
  locked: ProblemCode;
}

type RawResponse = 'redirect' | 'file' | 'empty' | 'stream' | 'page';

/** A call of the HTTP contract: everything that server, browser, access check and documentation need. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path under `/api`, parameters as `:name`. */
  path: `/${string}`;
  summary: string;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The error code for an invalid body, if not `invalid_input`. */
  refusedAs?: ProblemCode;
  /** A multipart call: its text fields, its files by part name, and the error code if the server cannot store them. */
  form?: {
    fields: z.ZodType;
    files: Record<string, FilePart>;
    failed?: ProblemCode;
  };
  /** The call accepts a form from a page that works without scripts, of at most this many bytes. */
  webForm?: number;
  /** Mail programs make the call too: from any site, with any body of that size, which is ignored. */
  anyOrigin?: true;
  /** The call takes an `Idempotency-Key` header: a UUID, or any other text of at most 200 characters. */
  idempotent?: true;
  response: z.ZodType | RawResponse;
  status?: 200 | 201 | 204 | 302;
  /** The action that the audit records when the call succeeds; with `adminsOnly`, not when owners read their own data. */
  audit?: { action: `${string}.${string}`; adminsOnly?: true };
  /** Organizers can make this GET as a participant, with the header `x-view-as`: a person's dashboard, read only. */
  viewable?: true;
  /** Nothing stored shows that this person made the call: neither the session's last use nor the audit. */
  leavesNoTrace?: true;
  /** At most `max` calls per `seconds`, per person when signed in, otherwise per address. */
  limit?: { max: number; seconds: number };
}

type Verb = Endpoint['method'];
type Names<P> = P extends `${string}:${infer N}/${infer Rest}`
  ? N | Names<`/${Rest}`>
  : P extends `${string}:${infer N}`
    ? N
    : never;

/** The defaults that follow from `GET /teams/:id` where a declaration does not override them. */
type Implied<C, D> = C extends `${infer M extends Verb} ${infer P extends Endpoint['path']}`
  ? { method: M; path: P } & (D extends { response: unknown } ? unknown : { response: typeof success }) &
      (D extends { params: unknown }
        ? unknown
        : [Names<P>] extends [never]
          ? unknown
          : { params: z.ZodObject<Record<Names<P>, z.ZodUUID>> })
  : never;

type Declaration = Omit<Endpoint, 'method' | 'path' | 'access' | 'response'> & {
  response?: Endpoint['response'];
};

/**
 * Declares a call by method and path such as `GET /teams/:id`, and who may make it, and keeps its exact types. Unless it
 * says otherwise, path parameters are UUIDs and the answer is `success`.
 */
export function endpoint<
  const C extends `${Verb} ${Endpoint['path']}`,
  const A extends Access,
  const D extends Declaration,
>(call: C, access: A, declaration: D): Implied<C, D> & D & { access: A };
export function endpoint(call: string, access: Access, declaration: object) {
  const [method, path = ''] = call.split(' ');
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const ids = z.object(Object.fromEntries(names.map((name) => [name, z.uuid()])));
  return {
    method,
    path,
    access,
    ...(names.length > 0 && { params: ids }),
    response: success,
    ...declaration,
  };
}

/** Lists the calls that a contract module declares, by name. */
export function listCalls(module: object): [string, Endpoint][] {
  return Object.entries(module).filter(
    ([, value]) => typeof value === 'object' && value !== null && 'method' in value && 'access' in value,
  );
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Input<T> = T extends z.ZodType ? z.input<T> : undefined;

export type ParamsOf<E extends Endpoint> = Output<E['params']>;
export type QueryOf<E extends Endpoint> = Output<E['query']>;
export type BodyOf<E extends Endpoint> = Output<E['body']>;
export type BodySent<E extends Endpoint> = Input<E['body']>;
export type QuerySent<E extends Endpoint> = Input<E['query']>;
export type FieldsOf<E extends Endpoint> = E['form'] extends { fields: infer F } ? Output<F> : undefined;
export type FilesOf<E extends Endpoint, File> = E['form'] extends { files: infer F }
  ? { [Part in keyof F]?: File }
  : undefined;
export type ResponseOf<E extends Endpoint> = Output<E['response']>;
export type ResponseGiven<E extends Endpoint> = Input<E['response']>;
