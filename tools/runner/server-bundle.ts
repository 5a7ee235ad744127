import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

/**
 * Writes the server as a few files that behave like its sources, and returns the program. Loading 2,700 modules takes
 * three times the CPU time of loading these, and tests start hundreds of servers.
 */
export async function bundleServer(root: string): Promise<string> {
  const folder = join(root, '.cache/server-bundle')
  rmSync(folder, { recursive: true, force: true })
  const bundle = await rolldown({
    input: join(root, 'server/src/main.ts'),
    platform: 'node',
    external: /\.node$/,
    plugins: [keepLocations],
    logLevel: 'silent',
  })
  await bundle.write({ dir: folder, format: 'esm', sourcemap: false })
  await bundle.close()
  return join(folder, 'main.js')
}

/** A module finds its files, such as migrations and threads, by its own location: it keeps that of its source. */
const keepLocations: Plugin = {
  name: 'keep-locations',
  transform(code, id) {
    const located = pinLocation(code, id)
    return located === code ? undefined : { code: located, map: null }
  },
}

export function pinLocation(code: string, file: string): string {
  const literals = {
    url: JSON.stringify(pathToFileURL(file).href),
    dirname: JSON.stringify(dirname(file)),
    filename: JSON.stringify(file),
  }
  type Name = keyof typeof literals
  if (/\bimport\.meta\./.test(code))
    return code.replace(/\bimport\.meta\.(url|dirname|filename)\b/g, (_, name: Name) => literals[name])
  if (!/\b__(?:dirname|filename)\b/.test(code)) return code
  return `var __dirname = ${literals.dirname}, __filename = ${literals.filename};${code}`
}
