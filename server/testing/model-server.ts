import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a language model is shown of the results of a search. */
interface ModelPrompt {
  query: string;
  people: { id: string; quotes: { asked: string; state: string; quote: string | null }[] }[];
}

/** How the server misbehaves: it keeps silent, breaks off, or answers with this status or text. */
export type Fault = 'silent' | 'breaks' | { status: number } | { body: string };

export interface ModelServer {
  url: string;
  /** Every question that came, with its path and its key. */
  asked: { path: string; key: string | undefined; body: Record<string, unknown> }[];
  /** What the next answers do; tests set it. */
  fault: Fault | undefined;
  /** What the language model says of the results. */
  say: (shown: ModelPrompt) => string;
  /** The vector of a text. */
  vector: (text: string) => number[];
  close: () => Promise<void>;
}

/** A server that speaks as OpenAI's does, with models that the test makes up. */
export async function startModelServer(): Promise<ModelServer> {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      const body = JSON.parse(text) as Record<string, unknown>;
      models.asked.push({ path: request.url ?? '', key: request.headers.authorization, body });
      const { fault } = models;
      if (fault === 'silent') return;
      if (fault === 'breaks') return request.socket.destroy();
      if (fault && 'status' in fault) return response.writeHead(fault.status).end('{"error":{}}');
      if (fault) return response.end(fault.body);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(request.url?.endsWith('/embeddings') ? meanings(body) : chat(body)));
    });
  });
  const meanings = ({ input }: Record<string, unknown>) => ({
    // The order is not promised: the index counts.
    data: (input as string[]).map((each, index) => ({ index, embedding: models.vector(each) })).reverse(),
  });
  const chat = ({ messages }: Record<string, unknown>) => {
    const shown = (messages as { content: string }[])[1]?.content;
    const said = shown === undefined ? 'yes' : models.say(JSON.parse(shown) as ModelPrompt);
    return { choices: [{ message: { content: said } }] };
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const models: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: [],
    fault: undefined,
    say: () => '',
    vector: () => [1],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return models;
}
