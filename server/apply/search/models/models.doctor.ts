import type { Config } from '../../../platform/config.ts';
import { askModel, ModelUnavailable } from './endpoint.ts';
import { embed } from './vectors.ts';

const timeout = 20_000;

/** What must hold of stored vectors; each statement answers with what breaks it. */
export const vectorChecks = {
  'the vectors of an application are of one dimension and model': `select application_id from profile_vectors
      where octet_length(vectors) % (dimension + 4) <> 0 or octet_length(passages) <> 32 or model = ''`,
};

/** The models that are configured and do not answer, a sentence for each with the reason. */
export async function silentModels({
  embeddings,
  llm,
}: Pick<Config, 'embeddings' | 'llm'>): Promise<string[]> {
  const signal = AbortSignal.timeout(timeout);
  const messages = [{ role: 'user', content: 'Answer with the word yes.' }];
  const trials = [
    { name: 'EMBEDDINGS_URL', ask: () => embeddings && embed(embeddings, ['yes'], signal) },
    { name: 'LLM_URL', ask: () => llm && askModel(llm, 'chat/completions', { messages }, signal) },
  ];
  const lines = await Promise.all(
    trials.map(async ({ name, ask }) => {
      try {
        await ask();
        return [];
      } catch (error) {
        if (!(error instanceof ModelUnavailable)) throw error;
        return [`The model at ${name} is of no help: ${error.message}`];
      }
    }),
  );
  return lines.flat();
}
