import type { BudgetFinding } from './code-budgets.ts'

type LockedPackage = { optionalDependencies?: Record<string, string> }
type LockedPackages = Record<string, LockedPackage>

const file = 'package-lock.json'

export function checkLockFile(text: string): BudgetFinding[] {
  return [...findRegistryAddresses(text), ...findMissingPlatformPackages(text)]
}

/** With `omit-lockfile-registry-resolved` the lock file lists what to install, not the registry it came from. */
function findRegistryAddresses(text: string): BudgetFinding[] {
  return text.split('\n').flatMap((line, at) => {
    if (!/"resolved":\s*"(git\+)?https?:/.test(line)) return []
    return [{ file, line: at + 1, message: 'has a "resolved" address; run npm install with .npmrc' }]
  })
}

/**
 * An installation on one platform may drop the entries of the others, and `npm ci` then refuses the lock file
 * everywhere: https://github.com/npm/cli/issues/4828.
 */
function findMissingPlatformPackages(text: string): BudgetFinding[] {
  const { packages = {} } = JSON.parse(text) as { packages?: LockedPackages }
  const lines = text.split('\n')
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(packages, path, name))
      .map(([name, version]) => ({
        file,
        line: lines.findIndex((line) => line.includes(`"${path}": {`)) + 1,
        message: `has no entry for ${name}@${version}, an optional dependency; restore the entries that npm install removed`,
      })),
  )
}

/** Node looks a package up in every folder from the dependent one to the root. */
function isLocked(packages: LockedPackages, path: string, name: string): boolean {
  const parents = path.split('/node_modules/').slice(0, -1)
  const folders = [path, ...parents.map((_, at) => parents.slice(0, at + 1).join('/node_modules/')), '']
  return folders.some((folder) => `${folder && `${folder}/`}node_modules/${name}` in packages)
}
