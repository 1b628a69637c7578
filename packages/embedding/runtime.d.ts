// What is used of two packages: the install deletes files that their own types need.

declare module 'onnxruntime-web' {
  export const env: { wasm: { numThreads: number } };
  export class Tensor {
    constructor(type: 'int64', data: BigInt64Array, shape: readonly number[]);
    readonly data: unknown;
  }
  export class InferenceSession {
    static create(
      model: Uint8Array,
      options: { executionProviders: string[]; enableCpuMemArena: boolean },
    ): Promise<InferenceSession>;
    run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
  }
}

declare module '@huggingface/tokenizers' {
  export class Tokenizer {
    constructor(tokenizer: object, config: object);
    encode(text: string): { ids: number[] };
  }
}
