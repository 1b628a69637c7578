import type { Plugin } from 'vite';

/** Moves the styles of the app below what its page shows at once, which a browser then paints without waiting for them. */
export function lateStyles(): Plugin {
  return {
    name: 'overnight:late-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [link = ''] = /\s*<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
        return html.replace(link, '').replace(/(?=\s*<div class="old-browser">)/, () => link);
      },
    },
  };
}
