import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ImportGraph } from '../source/graph.ts'
import type { TestFile } from './test-files.ts'

/** What differs from main, committed or not, new files included. */
export function changedFiles(root: string): string[] {
  const base = ['main', 'origin/main', 'HEAD'].find((ref) => git(root, 'rev-parse', '--verify', '--quiet', ref) !== '')
  if (!base) throw new Error('--changed compares with the branch main, and there is none here.')
  const differing = git(root, 'diff', '--name-only', '-z', base)
  const added = git(root, 'ls-files', '--others', '--exclude-standard', '-z')
  return [...new Set(`${differing}\0${added}`.split('\0').filter(Boolean))]
}

/** The test files that import what has changed or read it by its name; all of them when dependencies have changed. */
export function dependentTests(
  files: readonly TestFile[],
  changed: readonly string[],
  { root, graph }: { root: string; graph: ImportGraph },
): TestFile[] {
  if (changed.some((file) => /(?:^|\/)package(?:-lock)?\.json$/.test(file))) return [...files]
  const migrated = changed.some((file) => file.endsWith('.sql'))
  const code = changed.filter(isCode)
  const names = changed.filter((file) => !isCode(file)).map((file) => basename(file))
  return files.filter((each) => {
    const reached = graph.reachedFrom(each.file)
    if (code.some((file) => reached.has(file)) || (migrated && each.needsDatabase)) return true
    return names.length > 0 && mentions(readFileSync(join(root, each.file), 'utf8'), names)
  })
}

const isCode = (file: string): boolean => /\.(?:ts|tsx|mjs)$/.test(file)
const mentions = (source: string, names: readonly string[]): boolean => names.some((name) => source.includes(name))

function git(root: string, ...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}
