import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** A module of the repository, by its path from the root, and what it refers to. */
export type SourceModule = { file: string; text: string; references: ModuleReference[] }
/** `target` is a file of the repository; without it, `specifier` names a package. */
export type ModuleReference = { specifier: string; target?: string }

/**
 * A specifier in an import, an export, a dynamic import or `new URL(…, import.meta.url)`; the house style writes each
 * with single quotes.
 */
const specifierPattern =
  /((?:^|\n)(?:import|export)\b[^'`;]*?\bfrom |(?:^|\n)import |\bimport\(|\bnew URL\()'([^'\n]+)'/g

/** Collects what the entries need; `resolvePackage` returns the source of a package that is contained. */
export function collectModules(
  root: string,
  entries: readonly string[],
  resolvePackage: (specifier: string) => string | undefined,
): Map<string, SourceModule> {
  const modules = new Map<string, SourceModule>()
  const pending = [...entries]
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (modules.has(file)) continue
    const text = readFileSync(join(root, file), 'utf8')
    const references = [...text.matchAll(specifierPattern)].flatMap(
      ([, before = '', specifier = '']): ModuleReference[] => {
        if (before.endsWith('URL(') && !specifier.startsWith('.')) return []
        const target = resolveReference(root, file as string, specifier, resolvePackage)
        return specifier.startsWith('.') && target === undefined ? [] : [{ specifier, ...(target && { target }) }]
      },
    )
    modules.set(file, { file, text, references })
    pending.push(...references.flatMap(({ target }) => (target?.endsWith('.ts') ? [target] : [])))
  }
  return modules
}

function resolveReference(
  root: string,
  file: string,
  specifier: string,
  resolvePackage: (specifier: string) => string | undefined,
): string | undefined {
  if (!specifier.startsWith('.')) return resolvePackage(specifier)
  const target = relative(root, join(root, dirname(file), specifier))
  return specifier.endsWith('.ts') && existsSync(join(root, target)) ? target : undefined
}

/** Replaces each specifier of a module by what `rename` returns for its target; types and comments stay as they are. */
export function rewriteSpecifiers(module: SourceModule, text: string, rename: (target: string) => string): string {
  const targets = new Map(module.references.map(({ specifier, target }) => [specifier, target]))
  return text.replace(specifierPattern, (whole, before: string, specifier: string) => {
    const target = targets.get(specifier)
    return target === undefined ? whole : `${before}'${rename(target)}'`
  })
}

/** `@scope/name/part` names the package `@scope/name`. */
export function packageNameOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
