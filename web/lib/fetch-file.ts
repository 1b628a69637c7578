import type { Endpoint } from '../../contract/platform/endpoint.ts';
import { createConnectionError, toApiError } from './api-error.ts';
import { formatCallUrl } from './call.ts';

/** Returns the file that a call answers, for those that may also refuse it with a sentence. Throws `ApiError`. */
export async function fetchFile(endpoint: Endpoint): Promise<Blob> {
  const throwLost = (): never => {
    throw createConnectionError();
  };
  const response = await fetch(formatCallUrl(endpoint)).catch(throwLost);
  if (!response.ok) throw toApiError(response.status, await response.text().catch(throwLost));
  return response.blob().catch(throwLost);
}
