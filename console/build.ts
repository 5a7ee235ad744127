// Builds the console into dist/ if its sources, the packages or the dependencies changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const here = import.meta.dirname
const root = join(here, '..')
const dist = process.env.CONSOLE_DIST ?? join(here, 'dist')
const stamp = join(dist, '.built')

const made = fingerprint()
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== made) {
  const started = Date.now()
  console.log('Building the console …')
  const { build } = await import('vite')
  await build({ root: here, configFile: join(here, 'vite.config.ts'), logLevel: 'warn' })
  for (const file of filesIn(join(dist, 'assets'))) if (/\.(js|css|svg)$/.test(file)) compress(file)
  writeFileSync(stamp, made)
  console.log(`Built the console in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const sources = [...filesIn(join(here, 'src')), ...filesIn(join(root, 'packages'))].filter(isSource)
  const others = ['console/index.html', 'console/vite.config.ts', 'console/build.ts', 'package-lock.json']
  for (const file of [...sources.sort(), ...others.map((name) => join(root, name))]) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function isSource(file: string): boolean {
  return /\.(ts|tsx|css|svg|json)$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file)
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}

/** Compresses at build time instead of on every request. */
function compress(file: string): void {
  const bytes = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}
