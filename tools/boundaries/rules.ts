import {
  allowedDomainImports,
  allowedImports,
  extraTestImports,
  packageOrder,
  type ReservedModule,
  reservedModules,
} from './import-table.ts'
import type { ImportTarget, PackageManifest, SourceLocation } from './source-locations.ts'

export type ImportReference = {
  from: SourceLocation
  target: ImportTarget
  typeOnly: boolean
  manifest: PackageManifest | undefined
}

/** Returns why an import is not allowed and what to do instead, or undefined. */
type Rule = (reference: ImportReference) => string | undefined

/** In this order; the first violation is printed. */
export const rules: readonly Rule[] = [
  checkPlacement,
  outsideOfPackages,
  testingOfPackages,
  packagesInOrder,
  packageByName,
  layersInOrder,
  domainByItsDoor,
  domainsInOrder,
  ...reservedModules.map(
    (reservedModule): Rule =>
      (reference) =>
        reservedInsideDomain(reservedModule, reference),
  ),
]

function checkPlacement({ from }: ImportReference) {
  if (from.layer) return undefined
  return 'this file is in no layer of the table; move it into platform/, a domain or app.ts'
}

function outsideOfPackages({ from, target, manifest }: ImportReference) {
  if (from.layer !== 'packages' || from.test) return undefined
  if (target.kind === 'node') return 'a package must be pure and run in a browser too; take dependencies as arguments'
  if (target.kind !== 'npm' || manifest?.dependencies.has(target.name)) return undefined
  return 'a package imports only what its own package.json lists; add it there, or remove the import'
}

function testingOfPackages({ from, target }: ImportReference) {
  const to = targetLocation(target)
  if (from.layer !== 'packages' || from.test || to?.layer !== 'packages' || !to.test) return undefined
  return 'only tests import from a testing folder; move the shared code out of it'
}

function packagesInOrder({ from, target, typeOnly }: ImportReference) {
  const to = targetLocation(target)
  if (from.layer !== 'packages' || to?.layer !== 'packages' || from.unit === to.unit) return undefined
  if (to.unit === 'sdk') return 'no package depends on sdk; move the shared code to the left'
  if (from.unit === 'sdk') {
    return typeOnly || from.test ? undefined : 'sdk imports only types from the other packages; use import type'
  }
  const [ownPosition, targetPosition] = [packageOrder.indexOf(from.unit), packageOrder.indexOf(to.unit)]
  if (ownPosition < 0 || targetPosition < 0) return 'this package is not in the package order; add it to the table'
  return targetPosition < ownPosition ? undefined : `packages go ${packageOrder.join(' ← ')}; left never imports right`
}

function packageByName({ from, target }: ImportReference) {
  if (target.kind !== 'file' || !target.byPath || target.location.layer !== 'packages') return undefined
  if (from.layer === 'packages' && from.unit === target.location.unit) return undefined
  return 'import a package by its name, through its exports, not by a path'
}

function layersInOrder({ from, target }: ImportReference) {
  const to = targetLocation(target)
  if (!from.layer || !to) return undefined
  if (!to.layer) return 'this file is in no layer of the table; move it into platform/, a domain or app.ts'
  const allowed = [...allowedImports[from.layer], ...((from.test && extraTestImports[from.layer]) || [])]
  return allowed.includes(to.layer) ? undefined : formatRefusal(from, to)
}

function formatRefusal(from: SourceLocation, to: SourceLocation): string {
  if (to.layer === 'testing')
    return 'only tests, tools and bench import server/src/testing; move the shared code out of it'
  if (to.layer === 'config')
    return 'only app.ts, main.ts, their parts and tests import config.ts; take the value as an argument'
  if (from.layer === 'platform' && to.layer === 'domains') {
    return 'platform must not depend on a domain; take a function that app.ts passes in'
  }
  if (from.layer === 'console' || from.layer === 'webchat' || from.layer === 'cli') {
    return `${from.layer} talks to the server only through @parley/sdk and the packages`
  }
  return `${from.layer} may import ${allowedImports[from.layer ?? 'packages'].join(', ')}; left never imports right`
}

function domainByItsDoor({ from, target }: ImportReference) {
  const to = targetLocation(target)
  if (to?.layer !== 'domains' || from.layer === 'testing' || sameDomain(from, to)) return undefined
  return to.innerPath === 'index.ts'
    ? undefined
    : `import a domain through its index.ts; export this from ${to.unit}/index.ts`
}

function domainsInOrder({ from, target }: ImportReference) {
  const to = targetLocation(target)
  if (from.layer !== 'domains' || to?.layer !== 'domains' || sameDomain(from, to) || from.test) return undefined
  const uses = allowedDomainImports.get(from.unit)
  if (!uses || !allowedDomainImports.has(to.unit)) return 'this domain is not in the domain order; add it to the table'
  if (uses.includes(to.unit)) return undefined
  return `${from.unit} is left of or level with ${to.unit}; take a function that app.ts passes in`
}

function reservedInsideDomain(rule: ReservedModule, { from, target, typeOnly }: ImportReference) {
  if (from.layer !== 'domains' || from.test || playsRole(from, rule.role)) return undefined
  const only = `inside a domain only ${rule.role}.ts uses ${rule.description}; move this to ${from.unit}/${rule.role}.ts`
  if (target.kind === 'npm') return rule.npm.includes(target.name) ? only : undefined
  const to = targetLocation(target)
  if (to?.layer !== 'platform' || to.unit !== rule.platform || rule.allowedFiles.includes(to.innerPath))
    return undefined
  return typeOnly && rule.allowTypes ? undefined : only
}

function playsRole(location: SourceLocation, role: string): boolean {
  const parts = location.innerPath.split('/')
  return parts.at(-1) === `${role}.ts` || parts.slice(0, -1).includes(role)
}

function sameDomain(a: SourceLocation, b: SourceLocation): boolean {
  return a.layer === 'domains' && a.unit === b.unit
}

function targetLocation(target: ImportTarget): SourceLocation | undefined {
  return target.kind === 'file' ? target.location : undefined
}
