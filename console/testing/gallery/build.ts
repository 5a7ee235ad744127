// Builds the page of `npm run gallery` into the folder that is given.
import { join } from 'node:path'
import { build } from 'vite'

const here = import.meta.dirname

await build({
  root: here,
  configFile: join(here, '../../vite.config.ts'),
  logLevel: 'warn',
  build: { outDir: process.argv[2] ?? join(here, 'dist'), emptyOutDir: true },
})
