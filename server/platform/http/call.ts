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
  /** The `Idempotency-Key`, of calls that take one. */
  key: E extends { idempotent: true } ? string : undefined;
}

/** What a call brings to the function that serves it: the caller, allowed, and the parsed parts that its endpoint has. */
export type Call<E extends Endpoint> = {
  [P in keyof Parts<E> as Parts<E>[P] extends undefined ? never : P]: Parts<E>[P];
};

/** A call that the program makes itself too, such as the command line with null: of its caller, only the id. */
export type CallBy<E extends Endpoint, Id = string | null> = Omit<Call<E>, 'actor'> & { actor: { id: Id } };

/** A call with its request and reply, for what cookies, streams and pages need. */
export type HttpCall<E extends Endpoint> = Call<E> & { request: FastifyRequest; reply: FastifyReply };

type Result<E extends Endpoint> = E['response'] extends z.ZodType
  ? ResponseGiven<E> | SerializedResponse
  : unknown;

/** What a call is answered with; nothing, if it answers `success` alone. */
export type Handled<E extends Endpoint> =
  | Result<E>
  | Promise<Result<E>>
  | ({ success: true } extends ResponseGiven<E> ? Promise<void> : never);

/** The functions that serve a contract's calls, each by the call's name. */
export type ServiceOf<C> = {
  [Name in keyof C as C[Name] extends Endpoint ? Name : never]: C[Name] extends infer E extends Endpoint
    ? (services: Services, call: HttpCall<E>) => Handled<E>
    : never;
};
