import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWorkspace, resolveImportTarget } from '../boundaries/source-locations.ts'
import { listSourceImports } from './imports.ts'

/**
 * Files of the checkout that a file imports, directly or transitively. Type-only imports do not count: they are erased
 * at run time.
 */
export class ImportGraph {
  private readonly root: string
  private readonly workspace: ReturnType<typeof readWorkspace>
  private readonly direct = new Map<string, string[]>()
  private readonly reached = new Map<string, ReadonlySet<string>>()

  constructor(root: string) {
    this.root = root
    this.workspace = readWorkspace(root)
  }

  /** The file itself and everything it imports. */
  reachedFrom(file: string): ReadonlySet<string> {
    const known = this.reached.get(file)
    if (known) return known
    const found = new Set([file])
    for (const each of found) for (const next of this.importsOf(each)) found.add(next)
    this.reached.set(file, found)
    return found
  }

  private importsOf(file: string): string[] {
    const known = this.direct.get(file)
    if (known) return known
    const found = readImports(join(this.root, file)).flatMap(({ specifier, typeOnly }) => {
      const target = typeOnly ? undefined : resolveImportTarget(file, specifier, this.workspace)
      return target?.kind === 'file' ? [target.location.file] : []
    })
    this.direct.set(file, found)
    return found
  }
}

function readImports(path: string): ReturnType<typeof listSourceImports> {
  try {
    return listSourceImports(readFileSync(path, 'utf8'))
  } catch {
    // The file does not exist or is not code.
    return []
  }
}
