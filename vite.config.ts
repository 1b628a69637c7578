import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { leanContract, schemaBuilder } from './web/vite/lean-contract.ts';
import { leanRouter } from './web/vite/lean-router.ts';
import { lucideIcons } from './web/vite/lucide-icons.ts';
import { servePublicPages } from './web/vite/serve-public-pages.ts';
import { strictStyles } from './web/vite/strict-styles.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

interface Output {
  outDir: string;
  options: Rolldown.RolldownOptions;
  manifest: string | false;
}

const vendor = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\//;

/**
 * What pages share, each group in one file: a browser loads six files at a time, and each pages' own pieces would be dozens.
 * A module joins a group only where nearly all pages of the group use it; e2e/budgets.long.test.ts holds what that may cost.
 */
const shared: Rolldown.CodeSplittingGroup[] = [
  // What every page has before anything else.
  {
    name: 'shell',
    test: /web\/lib\/(call|offline-cache|auth-hint|api-error|zod-stub|live|use-live-query|use-now|throttle|viewed-person)\.ts|contract\/platform\/(endpoint|responses|live|loading|visitor-paths|text-rules)\.ts|contract\/limits\.ts|web\/ui\/slow-notice\.tsx|packages\/search\/(limits|fold-text)\.ts/,
  },
  { name: 'icons', test: /lucide:|web\/ui\/icon\.ts/, minShareCount: 3 },
  {
    name: 'controls',
    test: /web\/ui\/(badge|card|empty-state|error-box|field|field-control|collapsible|input|link-button|skeleton|illustration|scroll-region)\.tsx?|web\/lib\/(title|use-action)\.ts|web\/art\/\w+\.svg|contract\/platform\/(date-formatter|format)\.ts/,
  },
  {
    name: 'forms',
    test: /web\/ui\/(checkbox|choice-group|filter-buttons|radio-chips|progress|select|status-pill|textarea)\.tsx|web\/lib\/(status-labels|use-debounced)\.ts/,
  },
  {
    name: 'dialogs',
    test: /web\/ui\/(dialog|confirm-dialog|focus-return)\.tsx?|@radix-ui|remove-scroll|style-singleton|aria-hidden|use-sidecar|use-callback-ref|tslib/,
    minShareCount: 6,
  },
  {
    name: 'offline',
    test: /web\/lib\/(offline-queue|device-database|draft-store|new-key)\.ts|node_modules\/idb\//,
  },
  {
    name: 'tools',
    test: /web\/lib\/download\.ts|contract\/platform\/csv\.ts|web\/apply\/applications\/use-shortcuts\.ts/,
  },
  {
    name: 'applications',
    test: /contract\/[\w-]+\/(applications|files|my-account|agreements|guardians|questions|teams|places)\.ts|web\/lib\/detail-options\.ts/,
  },
];

// The island and the styles of the public pages share no chunk with the app, so that each public page loads one script.
const outputs: Record<'app' | 'worker' | 'public' | 'render', Output> = {
  app: {
    outDir: 'dist/web',
    options: {
      input: { app: here('web/app.html') },
      // Unused schemas go, and what the settings know of their fields: none of it does anything in a page.
      treeshake: {
        manualPureFunctions: [schemaBuilder],
        moduleSideEffects: [{ test: /\/contract\//, sideEffects: false }],
      },
      // Code that changes only with the libraries, in a file that stays cached when the pages change.
      output: {
        // The shell lists every file: a character less of each hash is 0.1 KB of its 115.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          // Without it the shell, which needs the button, would get all of the controls.
          includeDependenciesRecursively: false,
          groups: [{ name: 'vendor', test: vendor }, ...shared],
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
      leanRouter(),
      which === 'app' && leanContract(),
      strictStyles(),
      servePublicPages(),
    ],
    resolve: {
      alias: {
        'react-style-singleton': here('web/lib/style-singleton.ts'),
        ...(which === 'render' ? {} : { zod: here('web/lib/zod-stub.ts') }),
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
