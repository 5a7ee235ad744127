import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** `npm run console` serves the sources beside a Parley that runs on its usual port. */
const server = { proxy: { '/v1': process.env.PARLEY_URL ?? 'http://127.0.0.1:4000' } }

// TEMPORARY while several write at once: what is not written yet is empty. Only where CONSOLE_DIST is set.
const lenient = process.env.CONSOLE_DIST !== undefined
const emptyUnwritten: Plugin = {
  name: 'empty-unwritten',
  enforce: 'pre',
  resolveId(id, from) {
    if (!from || !id.startsWith('.') || !from.includes('/console/src/')) return null
    return existsSync(join(dirname(from), id)) ? null : `\0unwritten:${id}`
  },
  load(id) {
    return id.startsWith('\0unwritten:') ? 'export {}' : null
  },
}

export default defineConfig({
  plugins: [...(lenient ? [emptyUnwritten] : []), react()],
  server,
  build: {
    outDir: process.env.CONSOLE_DIST ?? 'dist',
    emptyOutDir: true,
    // Browsers that know light-dark(): its replacement follows the system, and not the choice of the user.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // Assets stay files of their own: the policy lets no data: script or font in.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    reportCompressedSize: false,
    rolldownOptions: lenient ? { shimMissingExports: true } : {},
  },
})
