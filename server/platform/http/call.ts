import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type {
  BodyOf,
  Endpoint,
  FieldsOf,
  FilesOf,
  ParamsOf,
  QueryOf,
  ResponseGiven,
} from '../../../contract/platform/endpoint.ts';
import type { StagedFile } from '../files/staging.ts';
import type { Services } from '../services.ts';
import type { ActorOf } from './access.ts';
import type { SerializedResponse } from './responses.ts';

interface Parts<E extends Endpoint> {
  actor: ActorOf<E['access']>;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  fields: FieldsOf<E>;
  files: FilesOf<E, StagedFile>;
  /** The `Idempotency-Key`, for calls that take one. */
  key: E extends { idempotent: true } ? string : undefined;
}

/** What the function behind a call receives: the permitted caller, and the parsed inputs of its endpoint. */
export type Call<E extends Endpoint> = {
  [P in keyof Parts<E> as Parts<E>[P] extends undefined ? never : P]: Parts<E>[P];
};

/** A call that the program can also make itself, for example the command line with null: of the caller, only the id. */
export type CallBy<E extends Endpoint, Id = string | null> = Omit<Call<E>, 'actor'> & { actor: { id: Id } };

/** A call with its request and reply, for cookies, streams and pages. */
export type HttpCall<E extends Endpoint> = Call<E> & { request: FastifyRequest; reply: FastifyReply };

type Result<E extends Endpoint> = E['response'] extends z.ZodType
  ? ResponseGiven<E> | SerializedResponse
  : unknown;

/** What a function returns for a call; nothing if the answer is only `success`. */
export type Handled<E extends Endpoint> =
  | Result<E>
  | Promise<Result<E>>
  | ({ success: true } extends ResponseGiven<E> ? Promise<void> : never);

/** The functions that serve a contract's calls, by the call's name. */
export type ServiceOf<C> = {
  [Name in keyof C as C[Name] extends Endpoint ? Name : never]: C[Name] extends infer E extends Endpoint
    ? (services: Services, call: HttpCall<E>) => Handled<E>
    : never;
};
