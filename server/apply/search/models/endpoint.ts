/** A model cannot be used just now: it cannot be reached, is slow, or answers in another form than agreed. */
export class ModelUnavailable extends Error {}

/** An OpenAI-compatible address (`…/v1`), the model's name there, and the key if it wants one. */
export interface ModelEndpoint {
  url: string;
  model: string;
  key: string | undefined;
  /** Milliseconds that a search waits for it. */
  timeout: number;
}

const maxAnswer = 16 * 1024 * 1024;

/**
 * Sends one question to a model and returns its answer's JSON, unchecked. Follows no redirect, since the key would go with
 * it, and reads 16 MB at the most. Throws ModelUnavailable, whose message says nothing of what was asked or answered.
 */
export async function askModel(
  { url, model, key }: ModelEndpoint,
  path: string,
  question: Record<string, unknown>,
  signal: AbortSignal,
): Promise<unknown> {
  const address = `${url.replace(/\/+$/, '')}/${path}`;
  try {
    const answer = await fetch(address, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, ...question }),
      signal,
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new ModelUnavailable(`it answered with status ${answer.status}`);
    }
    return JSON.parse(await bounded(answer));
  } catch (error) {
    if (error instanceof ModelUnavailable) throw error;
    if (signal.aborted) throw new ModelUnavailable('it took too long');
    if (error instanceof SyntaxError) throw new ModelUnavailable('its answer is not JSON');
    throw new ModelUnavailable('it cannot be reached');
  }
}

async function bounded(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > maxAnswer) throw new ModelUnavailable('its answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
