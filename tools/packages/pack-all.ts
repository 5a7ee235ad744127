import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildBundle } from '../../server/src/domains/webchat/index.ts'
import { buildPackage } from './build-package.ts'
import { writeDeclarations } from './declarations.ts'
import { packagePlans } from './plans.ts'

export type Tarball = { name: string; file: string; bytes: number; sha256: string }

/** Builds every package and writes its tarball, and SHA256SUMS, into `out`. */
export function packAll(root: string, out: string): Tarball[] {
  const folderOf = (name: string) => join(out, 'packages', name.replace('@parley/', ''))
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  execFileSync(process.execPath, ['console/build.ts'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  for (const plan of packagePlans) buildPackage(root, plan, folderOf(plan.name))
  writeDeclarations(root, folderOf)
  const webchat = join(folderOf('@parley/server'), 'webchat')
  mkdirSync(webchat)
  writeFileSync(join(webchat, 'widget.js'), buildBundle().code)
  const tarballs = packagePlans.map(({ name }) => pack(name, folderOf(name), out))
  writeFileSync(join(out, 'SHA256SUMS'), tarballs.map(({ sha256, file }) => `${sha256}  ${file}\n`).join(''))
  return tarballs
}

function pack(name: string, folder: string, out: string): Tarball {
  const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const
  const [made] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', out], options))
  const file = String(made.filename).replace('@', '').replace('/', '-')
  const bytes = readFileSync(join(out, file))
  return { name, file, bytes: statSync(join(out, file)).size, sha256: createHash('sha256').update(bytes).digest('hex') }
}
