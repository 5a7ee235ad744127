import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Writes a small checkout into a temporary folder. */
export function createTree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'parley-tree-'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}

/** Passes such a checkout to `run` and removes it afterwards. */
export function withTree<T>(files: Record<string, string>, run: (root: string) => T): T {
  const root = createTree(files)
  try {
    return run(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
