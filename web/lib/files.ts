import type { z } from 'zod';
import type { Endpoint, FilesOf, ResponseOf } from '../../contract/platform/endpoint.ts';
import { createConnectionError, toApiError } from './api-error.ts';
import { formatCallUrl, parseAnswer } from './call.ts';
import { viewedPerson } from './viewed-person.ts';

/** Returns the file that a call answers, for those that may also refuse it with a sentence. Throws `ApiError`. */
export async function fetchFile(endpoint: Endpoint): Promise<Blob> {
  const throwLost = (): never => {
    throw createConnectionError();
  };
  const response = await fetch(formatCallUrl(endpoint)).catch(throwLost);
  if (!response.ok) throw toApiError(response.status, await response.text().catch(throwLost));
  return response.blob().catch(throwLost);
}

type FieldsSent<E extends Endpoint> = E['form'] extends { fields: infer F extends z.ZodType }
  ? z.input<F>
  : never;

interface Upload<E extends Endpoint> {
  fields: FieldsSent<E>;
  files: FilesOf<E, File>;
  /** Called with the part sent so far, 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

/** Makes a multipart call with progress (which fetch lacks); throws `ApiError`, or the signal's reason when aborted. */
export function upload<E extends Endpoint>(endpoint: E, { fields, files, onProgress, signal }: Upload<E>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields as object))
    if (value !== undefined) form.append(name, String(value));
  // Files go last, so that the server knows what they belong to before they arrive.
  for (const [name, file] of Object.entries(files as object) as [string, File | undefined][])
    if (file) form.append(name, file);

  return new Promise<ResponseOf<E>>((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(endpoint.method, formatCallUrl(endpoint));
    request.setRequestHeader('accept', 'application/json');
    if (viewedPerson) request.setRequestHeader('x-view-as', viewedPerson);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      try {
        resolve(parseAnswer(request.status, request.responseText));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(createConnectionError());
    request.onabort = () => reject(signal?.reason ?? createConnectionError());
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
