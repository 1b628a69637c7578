import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { contractCalls } from './web/vite/contract-calls.ts';
import { lateStyles } from './web/vite/late-styles.ts';
import { lucideIcons } from './web/vite/lucide-icons.ts';
import { servePublicPages } from './web/vite/serve-public-pages.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

interface Output {
  outDir: string;
  options: Rolldown.RolldownOptions;
  manifest: string | false;
}

const vendor = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\//;

type NameOfChunk = (id: string, context: Rolldown.ChunkingContext) => string | null;

/**
 * Names the file of what five parts or more share and needs no library beside those of `vendor`: one instead of dozens,
 * because a browser loads six at a time.
 */
const nameShared: NameOfChunk = (id, context) => {
  const needsLibrary = (each: string): boolean =>
    /node_modules/.test(each)
      ? !vendor.test(each)
      : (context.getModuleInfo(each)?.importedIds ?? []).some(needsLibrary);
  return needsLibrary(id) ? null : 'shared';
};

// The island and the styles of the public pages share no chunk with the app, so that each public page loads one script.
const outputs: Record<'app' | 'worker' | 'public' | 'render', Output> = {
  app: {
    outDir: 'dist/web',
    options: {
      input: { app: here('web/app.html') },
      // Unused schemas go, and what the settings know of their fields: none of it does anything in a page.
      treeshake: {
        moduleSideEffects: [{ test: /\/contract\//, sideEffects: false }],
      },
      // Code that changes only with the libraries, in a file that stays cached when the pages change.
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'vendor', test: vendor },
            { name: 'shell', tags: ['$initial'] },
            { name: nameShared, debugName: 'shared', minShareCount: 5 },
          ],
        },
      },
    },
    manifest: '.vite/app.json',
  },
  worker: {
    outDir: 'dist/web',
    options: { input: { sw: here('web/sw.ts') }, output: { entryFileNames: '[name].js', format: 'iife' } },
    manifest: false,
  },
  public: {
    outDir: 'dist/web',
    options: { input: { island: here('web/event/public/island.ts'), public: here('web/styles/public.css') } },
    manifest: '.vite/public.json',
  },
  render: {
    outDir: 'dist/public-render',
    options: {
      input: { entry: here('web/event/public/entry.tsx') },
      output: { entryFileNames: '[name].js' },
    },
    manifest: false,
  },
};

/**
 * Four builds, all made by scripts/build.ts: `vite build` the app, `--mode worker` its service worker, `--mode public` the
 * island and the styles of the public pages, `--ssr` their renderer, which the server runs at start.
 */
export default defineConfig(({ command, isSsrBuild, mode }) => {
  const which = isSsrBuild ? 'render' : mode === 'worker' || mode === 'public' ? mode : 'app';
  const { outDir, options, manifest } = outputs[which];
  return {
    root: here('web'),
    cacheDir: here('.cache/vite'),
    publicDir: which === 'app' ? 'static' : false,
    plugins: [
      react(),
      lucideIcons(),
      tailwindcss(),
      which === 'app' && contractCalls(),
      lateStyles(),
      servePublicPages(),
    ],
    resolve: {
      alias: {
        'react-style-singleton': here('web/lib/style-singleton.ts'),
      },
    },
    ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
    build: {
      // The first versions with light-dark() and popovers; README names them. Older targets would make the build rewrite every color.
      target: ['chrome123', 'firefox125', 'safari17.5'],
      outDir: here(outDir),
      emptyOutDir: which === 'app' || which === 'render',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // e2e/budgets.long.test.ts holds what pages weigh; the viewer of PDFs is large, and loaded where one is opened.
      chunkSizeWarningLimit: 2000,
      minify: true,
      manifest,
      rolldownOptions: options,
    },
    // The renderer carries React itself: a running server installs no packages of the web.
    ssr: { noExternal: which === 'render' ? true : undefined },
    server: {
      port: 5173,
      strictPort: true,
      proxy: { '/api': { target: process.env.API_URL ?? 'http://localhost:3000', changeOrigin: false } },
    },
  };
});
