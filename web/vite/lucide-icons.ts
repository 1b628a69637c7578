import { fileURLToPath } from 'node:url';
import { icons as lucide } from '@iconify-json/lucide';
import type { Plugin } from 'vite';

const prefix = 'lucide:';
const iconFile = fileURLToPath(new URL('../ui/icon.ts', import.meta.url));

/** Answers `lucide:check` with a component of that icon: the set is one file of data, and a page gets only what it imports. */
export function lucideIcons(): Plugin {
  return {
    name: 'overnight:lucide-icons',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return;
      const name = id.slice(prefix.length + 1);
      const found = lucide.icons[lucide.aliases?.[name]?.parent ?? name];
      if (!found) return this.error(`Lucide has no icon "${name}".`);
      // The component sets what all icons share, so that its width of lines holds.
      const shapes = [...found.body.matchAll(/<(?!g\b)(\w+)([^>]*?)\/>/g)].map(([, tag, text = '']) => {
        const own = text.replace(/ (stroke[\w-]*|fill)="(none|currentColor|round|2)"/g, '');
        return [
          tag,
          Object.fromEntries([...own.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
        ];
      });
      return `import { icon } from ${JSON.stringify(iconFile)};
export default /* @__PURE__ */ icon(${JSON.stringify(shapes)});`;
    },
  };
}
