import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const parley = process.env.PARLEY_URL ?? 'http://127.0.0.1:4000'

/** `npm run console` serves the sources and proxies the API and the guides to a local Parley on its default port. */
const server = { proxy: { '/v1': parley, '/docs': parley } }

export default defineConfig({
  plugins: [react()],
  server,
  build: {
    outDir: process.env.CONSOLE_DIST ?? 'dist',
    emptyOutDir: true,
    // Browsers that support light-dark(): its polyfill follows the system instead of the user's choice.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // No inlined assets: the content security policy blocks data: scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Apart from the rest of the first screen, which waits for the texts of the user's language.
            { name: 'language', test: /\/src\/i18n\/(language|translated)\.ts$/, priority: 2 },
            // One file instead of a hundred small ones, which every lazy page would name as its dependencies.
            { name: 'first-screen', tags: ['$initial'], priority: 1 },
          ],
        },
      },
    },
  },
})
