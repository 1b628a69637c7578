/** `node:http` without `import`, which would load Node's `fetch` and `WebSocket`: 11 MB when idle. */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
