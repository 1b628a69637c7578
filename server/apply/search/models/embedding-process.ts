import path from 'node:path';
import { ChildPool } from '../../../platform/files/child-pool.ts';
import { ModelUnavailable } from './endpoint.ts';

const packages = path.join(import.meta.dirname, '../../../../packages/embedding');
const modules = path.join(import.meta.dirname, '../../../../node_modules');

const memoryLimit = 450 * 1024 * 1024;
/** How many texts are one task: a question waits for one task at most. */
const taskSize = 16;
/** Milliseconds in which a process is not started again after it has failed. */
const pauseAfterFailure = 60_000;
/**
 * After so many texts a process ends: after about 1,700 short ones V8 optimizes the largest function of the runtime, which
 * takes 250 MB more for a moment.
 */
const maxTexts = 600;
/** How many texts of searches are remembered with their vectors. */
const maxRemembered = 200;

interface Options {
  /** The child's file. */
  file?: string;
  /** Milliseconds for a task, with the start of the model. A busy machine may take long. */
  timeLimit?: number;
  /** Texts after which a process is replaced. */
  most?: number;
}

/**
 * Embeds texts with the model in `packages/embedding/`, in a child process that starts when it is needed, ends after a minute
 * without work, and is killed when a task takes more than 60 s or 450 MB.
 */
export function createEmbeddingProcess({
  file = path.join(import.meta.dirname, 'embedding.child.ts'),
  timeLimit = 60_000,
  most = maxTexts,
}: Options = {}) {
  let embedded = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const remembered = new Map<string, Float32Array>();
  const pool = new ChildPool({
    program: {
      name: 'embedding model',
      file,
      arguments: [],
      readable: [
        path.join(import.meta.dirname, '*'),
        path.join(packages, '*'),
        path.join(modules, 'onnxruntime-web/*'),
        path.join(modules, 'onnxruntime-common/*'),
        path.join(modules, '@huggingface/tokenizers/*'),
      ],
      // Optimizing takes 250 MB more for a moment, which the limit would end, and gains little.
      execArgv: [
        '--max-old-space-size=128',
        '--max-semi-space-size=2',
        '--v8-pool-size=0',
        '--wasm-tiering-budget=2000000000',
      ],
    },
  });

  async function run(texts: string[], key: string): Promise<Float32Array[]> {
    embedded += texts.length;
    const isLast = embedded >= most;
    if (isLast) embedded = 0;
    const limits = { time: timeLimit, memory: memoryLimit, isLast };
    const answer = await pool.run(texts, limits, { key }).catch(() => undefined);
    if (!Array.isArray(answer) || answer.length !== texts.length) {
      pausedUntil = performance.now() + pauseAfterFailure;
      throw new ModelUnavailable('its process has failed');
    }
    return answer;
  }

  /**
   * Returns vectors of length 1 in the order of the texts. Tasks with different keys take turns. Throws ModelUnavailable:
   * always when `signal` aborts, but the task goes on, and `onVector` gets its vectors.
   */
  async function embed(
    texts: readonly string[],
    { key, signal }: { key: string; signal: AbortSignal },
    onVector: (text: string, vector: Float32Array) => void = () => undefined,
  ): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += taskSize) {
      if (performance.now() < pausedUntil) throw new ModelUnavailable('its process has failed');
      const some = texts.slice(from, from + taskSize);
      const task = run(some, key);
      task.then(
        (found) => some.forEach((text, at) => void onVector(text, found[at]!)),
        () => undefined,
      );
      vectors.push(...(await Promise.race([task, rejectOnAbort(signal)])));
    }
    return vectors;
  }

  return {
    embed,
    /**
     * Returns the vectors of texts that are asked for again: a search that gave up on a slow start finds them the next time.
     * Throws ModelUnavailable, as `embed` does.
     */
    async embedOften(
      texts: readonly string[],
      options: { key: string; signal: AbortSignal },
    ): Promise<Float32Array[]> {
      const fresh = [...new Set(texts)].filter((text) => !remembered.has(text));
      await embed(fresh, options, (text, vector) => remembered.set(text, vector));
      const vectors = texts.map((text) => remembered.get(text)!);
      // What was asked for last stays longest.
      for (const [at, text] of texts.entries()) {
        remembered.delete(text);
        remembered.set(text, vectors[at]!);
      }
      for (const text of [...remembered.keys()].slice(0, -maxRemembered)) remembered.delete(text);
      return vectors;
    },
    /** Ends the child. */
    close: () => pool.close(),
  };
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const give = () => reject(new ModelUnavailable('it took too long'));
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
  });
}
