import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `npm run console` serves the sources beside a Parley that runs on its usual port. */
const server = { proxy: { '/v1': process.env.PARLEY_URL ?? 'http://127.0.0.1:4000' } }

export default defineConfig({
  plugins: [react()],
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
  },
})
