import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathInPackage } from './build-package.ts'
import { packagePlans } from './plans.ts'

/**
 * Writes the declarations of the packages that have types, and checks them against the library of Node 20: a function
 * that only a newer Node has does not compile.
 */
export function writeDeclarations(root: string, folderOf: (name: string) => string): void {
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
