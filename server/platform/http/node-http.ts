/**
 * Node's `node:http`. Importing it reads all its exports, one of which loads Node's `fetch` and `WebSocket`: 11 MB that an
 * idle program does not need.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
