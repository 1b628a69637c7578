import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';

// What follows is not read: about as many tokens as the model was trained on.
const maxTokens = 256;
const maxCharacters = 2000;

const folder = path.join(import.meta.dirname, 'model');
const readJson = async (name: string) => JSON.parse(await readFile(path.join(folder, name), 'utf8'));

let loading: ReturnType<typeof load> | undefined;

async function load(): Promise<{ tokenizer: Tokenizer; session: InferenceSession }> {
  env.wasm.numThreads = 1;
  const [file, vocabulary, config] = await Promise.all([
    readFile(path.join(folder, 'all-MiniLM-L6-v2.int8.onnx')),
    readJson('tokenizer.json'),
    readJson('tokenizer_config.json'),
  ]);
  const session = await InferenceSession.create(file, {
    executionProviders: ['wasm'],
    enableCpuMemArena: false,
  });
  return { tokenizer: new Tokenizer(vocabulary, config), session };
}

/**
 * Returns a vector of length 1 for each text, in their order: the cosine of two vectors is the sum of the products of their
 * numbers. Blocks the thread for 10 ms per sentence, and takes 200 MB from its first use on.
 */
export async function embedTexts(texts: readonly string[]): Promise<Float32Array[]> {
  loading ??= load();
  const { tokenizer, session } = await loading;
  const vectors: Float32Array[] = [];
  // A batch would hardly be faster, and the rounding in it makes vectors depend on the other texts.
  for (const text of texts) {
    const ids = toIds(tokenizer, text);
    const shape = [1, ids.length];
    const { embedding } = await session.run({
      input_ids: new Tensor('int64', ids, shape),
      attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
    });
    vectors.push((embedding!.data as Float32Array).slice());
  }
  return vectors;
}

/** Returns the ids of a text's tokens, between those that mark its start and its end. */
function toIds(tokenizer: Tokenizer, text: string): BigInt64Array {
  const { ids } = tokenizer.encode(text.slice(0, maxCharacters));
  const kept = [...ids.slice(0, Math.min(ids.length, maxTokens) - 1), ids.at(-1)!];
  return BigInt64Array.from(kept, BigInt);
}
