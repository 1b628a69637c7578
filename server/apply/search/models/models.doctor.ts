import type { Services } from '../../../platform/services.ts';
import { getEmbeddingModel } from './embedding-model.ts';
import { askModel, ModelUnavailable } from './endpoint.ts';

const timeout = 20_000;

/** What must hold of stored vectors; each statement answers with what breaks it. */
export const vectorChecks = {
  'the vectors of an application are of one dimension and model': `select application_id from profile_vectors
      where octet_length(vectors) % (dimension + 4) <> 0 or octet_length(passages) <> 32 or model = ''`,
};

/** The models that are configured and do not answer, a sentence for each with the reason. */
export async function silentModels(services: Pick<Services, 'config'>): Promise<string[]> {
  const { llm, embeddings } = services.config;
  const signal = AbortSignal.timeout(timeout);
  const messages = [{ role: 'user', content: 'Answer with the word yes.' }];
  const trials = [
    {
      name: embeddings === 'built-in' ? 'The search model' : 'The model at EMBEDDINGS_URL',
      ask: () => getEmbeddingModel(services)?.embed(['yes'], 'search', signal),
    },
    {
      name: 'The model at LLM_URL',
      ask: () => llm && askModel(llm, 'chat/completions', { messages }, signal),
    },
  ];
  const lines = await Promise.all(
    trials.map(async ({ name, ask }) => {
      try {
        await ask();
        return [];
      } catch (error) {
        if (!(error instanceof ModelUnavailable)) throw error;
        return [`${name} is of no help: ${error.message}`];
      }
    }),
  );
  return lines.flat();
}
