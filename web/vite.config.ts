import { defineConfig } from 'vite';
import { colorScheme } from './build/color-scheme.ts';
import { fileOfFirstPages } from './build/first-pages.ts';
import { firstPaint } from './build/first-paint.ts';
import { precompressed } from './build/precompressed.ts';
import { themeVariables } from './build/theme-variables.ts';

/** Address of `npm start`; `vite` forwards calls of the API to it. */
const SERVICE = 'http://localhost:3000';

/** Files that wait for a press, or that only operators need. */
const APART =
  /\/overlays\/(dialogs|panel|download-menu)|generated\/admin|shared\/camera|shared\/tax|forms\/file-field|src\/table-file|table-file\/(columns|header|lost-digits)|money\/bank|platform\/gst|floating-ui|react-remove-scroll|react-number-format|\/(NumberInput|Textarea|Menu|Popover|Modal|ModalBase|Drawer|ScrollArea)\//;

const isOwn = (id: string): boolean => !id.includes('/node_modules/') && !APART.test(id);
const isLibrary = (id: string): boolean => id.includes('/node_modules/') && !APART.test(id);

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  // Replaced with a nonce of its own in every response, by src/dashboard/pages.
  html: { cspNonce: '__NONCE__' },
  // Workers load libraries when they need them.
  worker: { format: 'es' },
  plugins: [colorScheme(), firstPaint(), themeVariables(), precompressed()],
  build: {
    outDir: '../dist/web.next',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would need `data:` in more directives of the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The sizes have a test of their own.
    chunkSizeWarningLimit: 1_000,
    // Mantine marks its files for React servers, which mean nothing here. How long plugins took is noise in a first start.
    rolldownOptions: {
      checks: { moduleLevelDirective: false, bundlerTimings: false },
      // One request for what most pages use: a page was made of sixty files, and each costs a slow line its latency.
      output: {
        codeSplitting: {
          groups: [
            { name: fileOfFirstPages(), test: isOwn, minShareCount: 2 },
            { name: 'shared', test: isOwn, minShareCount: 3 },
            { name: 'libraries', test: isLibrary, minShareCount: 8 },
          ],
        },
      },
    },
    // Read by the test of the pages' sizes.
    manifest: 'manifest.json',
  },
  server: { proxy: { '/dashboard/api': SERVICE, '/admin': SERVICE, '/docs': SERVICE } },
});
