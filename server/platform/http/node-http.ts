/**
 * Node's `node:http`. Importing it reads all its exports, and one of them loads Node's `fetch` and `WebSocket`: 11 MB that an
 * idle program does not use.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
