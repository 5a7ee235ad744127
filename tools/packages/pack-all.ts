import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildBundle } from '../../server/src/domains/webchat/index.ts'
import { buildPackage, pathInPackage } from './build-package.ts'
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

/**
 * Writes the declarations of the packages that have types, and checks them against the library of Node 20: a function
 * that only a newer Node has does not compile.
 */
function writeDeclarations(root: string, folderOf: (name: string) => string): void {
  const typed = packagePlans.filter(({ hasTypes }) => hasTypes)
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  const scratch = mkdtempSync(join(cache, 'declarations-'))
  try {
    emitDeclarations(
      root,
      scratch,
      typed.flatMap(({ exports }) => Object.values(exports)),
    )
    for (const plan of typed) {
      const made = join(scratch, 'out', plan.base ?? '')
      for (const file of listFiles(made)) {
        const target = `${pathInPackage(plan, join(plan.base ?? '', file.replace(/\.d\.ts$/, '.ts')))}.d.ts`
        const text = readFileSync(join(made, file), 'utf8').replace(/(['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2')
        mkdirSync(dirname(join(folderOf(plan.name), target)), { recursive: true })
        writeFileSync(join(folderOf(plan.name), target), text)
      }
    }
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

function emitDeclarations(root: string, scratch: string, entries: string[]): void {
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, allowImportingTsExtensions: true },
    ...{
      outDir: join(scratch, 'out'),
      rootDir: root,
      target: 'es2023',
      lib: ['es2023', 'es2024.string', 'dom', 'dom.iterable'],
    },
    ...{ types: [], skipLibCheck: true },
  }
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions,
    include: [],
    files: entries.map((file) => join(root, file)),
  }
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(root, 'node_modules/.bin/tsc')
  try {
    execFileSync(compiler, ['-p', scratch, '--pretty', 'false'], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    throw new Error(`The declarations do not compile:\n${(error as { stdout?: string }).stdout ?? error}`)
  }
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.d.ts'))
