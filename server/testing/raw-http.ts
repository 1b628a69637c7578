import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';

/** A request as it goes over the wire: any method, path and headers, nothing tidied. */
export interface WireRequest {
  method: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
}

export interface WireAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
  /** Until the last byte. */
  milliseconds: number;
}

/**
 * Sends one request on a connection of its own. An answer counts even if the server has ended the upload; rejects when
 * none comes.
 */
export function sendRaw(
  port: number,
  { method, path, headers = {}, body }: WireRequest,
): Promise<WireAnswer> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const call = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...length, ...headers },
      agent: false,
    });
    let answered = false;
    call.on('error', (error) => {
      if (!answered) reject(error);
    });
    call.on('response', (response) => {
      answered = true;
      const chunks: Buffer[] = [];
      const finish = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
          milliseconds: performance.now() - started,
        });
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', finish).on('error', finish);
    });
    call.end(body);
  });
}
