import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const codeFolders = [
  'packages',
  'server',
  'bench',
  'fuzz',
  'faults',
  'load',
  'e2e',
  'tools',
  'console',
  'webchat',
  'cli',
]
const ignoredFolders = new Set(['node_modules', 'dist', 'data', '.cache', '.git'])

/** All code files of the checkout, as sorted paths from its root with forward slashes. */
export function listCodeFiles(root: string): string[] {
  const files = codeFolders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => listFiles(root, folder))
  return files.filter((file) => /\.(ts|tsx|mjs)$/.test(file)).sort()
}

/** Files that git tracks or would add with the next `git add`; without git (an unpacked archive), all files. */
export function listTrackedFiles(root: string): string[] {
  try {
    const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
    const output = execFileSync('git', list, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return [...new Set(output.split('\0'))].filter((file) => file && isFile(join(root, file))).sort()
  } catch {
    return listFiles(root, '').sort()
  }
}

export function isTest(file: string): boolean {
  return /\.test\.(ts|tsx|mjs)$/.test(file)
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) return ignoredFolders.has(entry.name) ? [] : listFiles(root, path)
    return entry.isFile() ? [path] : []
  })
}
