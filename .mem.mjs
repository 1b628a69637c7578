const b = performance.now();
await import('./server/app.ts');
const t = Math.round(performance.now() - b);
const r = Math.round(process.memoryUsage().rss / 1048576); gc(); await new Promise((r) => setTimeout(r, 1000)); console.log('rss', r, 'after gc', Math.round(process.memoryUsage().rss / 1048576), 'heap', Math.round(process.memoryUsage().heapUsed/1048576), 'total', Math.round(process.memoryUsage().heapTotal/1048576), t + 'ms');
