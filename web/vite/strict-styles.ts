import type { Plugin } from 'vite';

/** Removes the style element that sonner inserts at import: the policy forbids inline styles, web/styles imports its file. */
export function strictStyles(): Plugin {
  const injection = 'function __insertCSS(code) {';
  return {
    name: 'overnight:strict-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!/sonner\/dist\/index\.m?js/.test(id) && !/\.vite\/deps\/sonner\.js/.test(id)) return;
      if (!code.includes(injection)) throw new Error('sonner no longer inserts its styles as expected');
      return { code: code.replace(injection, `${injection} return;`), map: null };
    },
  };
}
