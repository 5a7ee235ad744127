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
  own: PackageManifest | undefined
}

/** Returns why an import is not allowed and what to do instead, or undefined. */
type Rule = (reference: ImportReference) => string | undefined

/** In this order; the first violation is printed. */
export const rules: readonly Rule[] = [
  unplaced,
  outsideOfPackages,
  testingOfPackages,
  packagesInOrder,
  packageByName,
  layersInOrder,
  domainByItsDoor,
  domainsInOrder,
  ...reservedModules.map(
    (each): Rule =>
      (reference) =>
        reservedInsideDomain(each, reference),
  ),
]

function unplaced({ from }: ImportReference) {
  if (from.layer) return undefined
  return 'this file stands in no layer of the table; move it into platform/, a domain or app.ts'
}

function outsideOfPackages({ from, target, own }: ImportReference) {
  if (from.layer !== 'packages' || from.test) return undefined
  if (target.kind === 'node') return 'a package is pure and runs in a browser too; take what is needed as an argument'
  if (target.kind !== 'npm' || own?.dependencies.has(target.name)) return undefined
  return 'a package imports only what its own package.json lists; list it there, or do without'
}

function testingOfPackages({ from, target }: ImportReference) {
  const to = fileIn(target)
  if (from.layer !== 'packages' || from.test || to?.layer !== 'packages' || !to.test) return undefined
  return 'only tests import what stands in a testing folder; move what is needed out of it'
}

function packagesInOrder({ from, target, typeOnly }: ImportReference) {
  const to = fileIn(target)
  if (from.layer !== 'packages' || to?.layer !== 'packages' || from.unit === to.unit) return undefined
  if (to.unit === 'sdk') return 'no package stands on sdk; move what both need to the left'
  if (from.unit === 'sdk') {
    return typeOnly || from.test ? undefined : 'sdk sees only the types of the other packages; use import type'
  }
  const [mine, theirs] = [packageOrder.indexOf(from.unit), packageOrder.indexOf(to.unit)]
  if (mine < 0 || theirs < 0) return 'this package has no place in the order of packages; give it one in the table'
  return theirs < mine ? undefined : `packages go ${packageOrder.join(' ← ')}; left never imports right`
}

function packageByName({ from, target }: ImportReference) {
  if (target.kind !== 'file' || !target.byPath || target.location.layer !== 'packages') return undefined
  if (from.layer === 'packages' && from.unit === target.location.unit) return undefined
  return 'a package is imported by its name, through its exports, not by a path'
}

function layersInOrder({ from, target }: ImportReference) {
  const to = fileIn(target)
  if (!from.layer || !to) return undefined
  if (!to.layer) return 'this file stands in no layer of the table; move it into platform/, a domain or app.ts'
  const allowed = [...allowedImports[from.layer], ...((from.test && extraTestImports[from.layer]) || [])]
  return allowed.includes(to.layer) ? undefined : refusal(from, to)
}

function refusal(from: SourceLocation, to: SourceLocation): string {
  if (to.layer === 'testing')
    return 'only tests, tools and bench import server/src/testing; move what is needed out of it'
  if (to.layer === 'config')
    return 'only app.ts, main.ts, their parts and tests see config.ts; take the value as an argument'
  if (from.layer === 'platform' && to.layer === 'domains') {
    return 'platform knows no domain; take a function that app.ts hands over'
  }
  if (from.layer === 'console' || from.layer === 'webchat' || from.layer === 'cli') {
    return `${from.layer} talks to the server only through @parley/sdk and the packages`
  }
  return `${from.layer} may import ${allowedImports[from.layer ?? 'packages'].join(', ')}; left never imports right`
}

function domainByItsDoor({ from, target }: ImportReference) {
  const to = fileIn(target)
  if (to?.layer !== 'domains' || from.layer === 'testing' || sameDomain(from, to)) return undefined
  return to.inner === 'index.ts'
    ? undefined
    : `a domain is used through its index.ts; export it from ${to.unit}/index.ts`
}

function domainsInOrder({ from, target }: ImportReference) {
  const to = fileIn(target)
  if (from.layer !== 'domains' || to?.layer !== 'domains' || sameDomain(from, to) || from.test) return undefined
  const uses = allowedDomainImports.get(from.unit)
  if (!uses || !allowedDomainImports.has(to.unit))
    return 'this domain has no place in the order of domains; give it one in the table'
  if (uses.includes(to.unit)) return undefined
  return `${from.unit} stands left of or beside ${to.unit}; take a function that app.ts hands over`
}

function reservedInsideDomain(rule: ReservedModule, { from, target, typeOnly }: ImportReference) {
  if (from.layer !== 'domains' || from.test || playsRole(from, rule.role)) return undefined
  const only = `inside a domain only ${rule.role}.ts sees ${rule.what}; put it into ${from.unit}/${rule.role}.ts`
  if (target.kind === 'npm') return rule.npm.includes(target.name) ? only : undefined
  const to = fileIn(target)
  if (to?.layer !== 'platform' || to.unit !== rule.platform || rule.free.includes(to.inner)) return undefined
  return typeOnly && rule.typesAreFree ? undefined : only
}

function playsRole(location: SourceLocation, role: string): boolean {
  const parts = location.inner.split('/')
  return parts.at(-1) === `${role}.ts` || parts.slice(0, -1).includes(role)
}

function sameDomain(a: SourceLocation, b: SourceLocation): boolean {
  return a.layer === 'domains' && a.unit === b.unit
}

function fileIn(target: ImportTarget): SourceLocation | undefined {
  return target.kind === 'file' ? target.location : undefined
}
