import type { Plugin } from 'vite';

const made = '= React$1.forwardRef(';
const named = /^\w+\.displayName = .*$/gm;

/**
 * Tells the build that making the router's own link and form components has no effect: without it, they and what they
 * need to render on a server stay in every page although nothing uses them.
 */
export function leanRouter(): Plugin {
  return {
    name: 'overnight:lean-router',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/react-router\/dist\/production\/lib\/dom\/lib\.js/.test(id)) return;
      if (!code.includes(made)) throw new Error('the router no longer makes its components as expected');
      return {
        code: code.replaceAll(made, '= /*#__PURE__*/ React$$1.forwardRef(').replace(named, ''),
        map: null,
      };
    },
  };
}
