// `npm run pack:all [-- FOLDER]`: writes the tarball of every published package, by default into dist/.
import { join, resolve } from 'node:path'
import { packAll } from './packages/pack-all.ts'

const root = join(import.meta.dirname, '..')
const out = resolve(process.argv[2] ?? join(root, 'dist'))
for (const { name, file, bytes } of packAll(root, out)) {
  console.log(`${name.padEnd(18)} ${(bytes / 1_000_000).toFixed(2).padStart(6)} MB  ${join(out, file)}`)
}
