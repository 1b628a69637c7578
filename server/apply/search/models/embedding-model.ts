import { modelName } from '../../../../packages/embedding/model-name.ts';
import type { Services } from '../../../platform/services.ts';
import { EmbeddingProcess } from './embedding-process.ts';
import { embed } from './vectors.ts';

/** What turns texts into vectors: the program's own model, or a server of the settings. */
export interface EmbeddingModel {
  name: string;
  /** Whether texts leave this machine. */
  isRemote: boolean;
  /** Milliseconds that a search waits for it. */
  timeout: number;
  /** Returns vectors of length 1 in the order of the texts. Texts of one `purpose` never wait for all of another. Throws ModelUnavailable. */
  embed(texts: readonly string[], purpose: 'search' | 'index', signal: AbortSignal): Promise<Float32Array[]>;
  /** Starts it for a search that may follow. */
  prepare(): void;
}

const ownTimeout = 2500;
const processes = new WeakMap<object, EmbeddingProcess>();

/** Returns the model of a running program, by its services; undefined when the settings turn it off. */
export function getEmbeddingModel(services: Pick<Services, 'config'>): EmbeddingModel | undefined {
  const { embeddings } = services.config;
  if (!embeddings) return undefined;
  if (embeddings !== 'built-in')
    return {
      name: embeddings.model,
      isRemote: true,
      timeout: embeddings.timeout,
      embed: (texts, _, signal) => embed(embeddings, texts, signal),
      prepare: () => undefined,
    };
  const process = processes.get(services) ?? new EmbeddingProcess();
  processes.set(services, process);
  return {
    name: modelName,
    isRemote: false,
    timeout: ownTimeout,
    embed: (texts, key, signal) =>
      key === 'search' ? process.embedOften(texts, { key, signal }) : process.embed(texts, { key, signal }),
    prepare: () => {
      const signal = AbortSignal.timeout(ownTimeout);
      void process.embed(['hello'], { key: 'search', signal }).catch(() => undefined);
    },
  };
}

/** Ends the process of a running program's own model. */
export function closeEmbeddingModel(services: object): void {
  processes.get(services)?.close();
}
