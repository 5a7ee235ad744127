/** The software bill of materials of the published packages: CycloneDX 1.6, from the lock file alone. */

export type LockFile = { packages: Record<string, LockedEntry> }
export type LockedEntry = {
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export type SbomComponent = {
  type: 'library'
  'bom-ref': string
  group?: string
  name: string
  version: string
  purl: string
  licenses: ({ license: { id: string } } | { expression: string })[]
  hashes: { alg: 'SHA-512'; content: string }[]
}
export type Sbom = {
  bomFormat: 'CycloneDX'
  specVersion: '1.6'
  serialNumber: string
  version: 1
  metadata: { timestamp: string; component: { type: 'application'; 'bom-ref': string; name: string; version: string } }
  components: SbomComponent[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** These build the console; nothing of them is in a tarball. */
const buildTools: ReadonlySet<string> = new Set(['vite', '@vitejs/plugin-react'])

/** The paths of the lock file that the workspaces need at run time, with the paths that each of them needs. */
export function collectProductionPackages(
  { packages }: LockFile,
  workspaces: readonly string[],
): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const pending = [...workspaces]
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (found.has(path)) continue
    const needed = listNeededNames(packages[path] ?? {}).flatMap((name) =>
      resolvePackage(packages, path as string, name),
    )
    found.set(path, needed)
    pending.push(...needed)
  }
  return found
}

/** Optional dependencies count, because npm installs those that fit the platform. Optional peers do not: npm installs none. */
function listNeededNames(entry: LockedEntry): string[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = entry
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  const names = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers])
  return [...names].filter((name) => !buildTools.has(name))
}

/** As Node does: in the nearest `node_modules`. A workspace stands for itself, not for its link. */
function resolvePackage(packages: LockFile['packages'], from: string, name: string): string[] {
  for (let folder = from; ; folder = parentOf(folder)) {
    const path = `${folder && `${folder}/`}node_modules/${name}`
    const entry = packages[path]
    if (entry?.link) return [entry.resolved ?? path]
    if (entry) return [path]
    // The lock file may lack an optional package of another platform.
    if (folder === '') return []
  }
}

/** The folder whose `node_modules` Node looks into next: `a/node_modules/b` → `a`. */
function parentOf(folder: string): string {
  const at = folder.lastIndexOf('node_modules/')
  return at > 0 ? folder.slice(0, at - 1) : ''
}

export type SbomSubject = { name: string; version: string; workspaces: readonly string[] }
export type SbomOrigin = { serialNumber: string; timestamp: string }

export function buildSbom(lock: LockFile, subject: SbomSubject, origin: SbomOrigin): Sbom {
  const needed = collectProductionPackages(lock, subject.workspaces)
  const isExternal = (path: string) => path.includes('node_modules/')
  const refOf = (path: string) => (isExternal(path) ? purlOf(path, lock.packages[path] ?? {}) : `workspace:${path}`)
  // Two copies of a package at two paths are one component.
  const components = new Map(
    [...needed.keys()].filter(isExternal).map((path) => [refOf(path), buildComponent(path, lock.packages[path] ?? {})]),
  )
  const product = `pkg:npm/${subject.name}@${subject.version}`
  const edges = new Map<string, Set<string>>()
  for (const [path, dependencies] of needed) {
    const ref = isExternal(path) ? refOf(path) : product
    const targets = edges.get(ref) ?? new Set()
    for (const dependency of dependencies.filter(isExternal)) targets.add(refOf(dependency))
    edges.set(ref, targets)
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${origin.serialNumber}`,
    version: 1,
    metadata: {
      timestamp: origin.timestamp,
      component: { type: 'application', 'bom-ref': product, name: subject.name, version: subject.version },
    },
    components: [...components].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, component]) => component),
    dependencies: [...edges].map(([ref, targets]) => ({ ref, dependsOn: [...targets].sort() })),
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** The `@` of a scope is percent-encoded in package URLs. */
const purlOf = (path: string, { version = '' }: LockedEntry): string =>
  `pkg:npm/${nameOf(path).replace('@', '%40')}@${version}`

function buildComponent(path: string, entry: LockedEntry): SbomComponent {
  const { version = '', license, integrity } = entry
  const [name = '', group] = nameOf(path).split('/').reverse()
  const purl = purlOf(path, entry)
  return {
    ...{ type: 'library', 'bom-ref': purl, ...(group !== undefined && { group }), name, version, purl },
    licenses: license === undefined ? [] : [describeLicense(license)],
    hashes: (integrity?.split(' ') ?? []).flatMap((digest) => {
      const [, base64] = /^sha512-(.+)$/.exec(digest) ?? []
      return base64 === undefined
        ? []
        : [{ alg: 'SHA-512' as const, content: Buffer.from(base64, 'base64').toString('hex') }]
    }),
  }
}

const describeLicense = (license: string): SbomComponent['licenses'][number] =>
  /[\s()]/.test(license) ? { expression: license } : { license: { id: license } }

const permissiveLicenses: ReadonlySet<string> = new Set([
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['Python-2.0', 'Unlicense', 'Zlib'],
])

/** One alternative must consist of permissive licenses only. */
export function isPermissive({ licenses }: Pick<SbomComponent, 'licenses'>): boolean {
  return licenses.some((one) => {
    const expression = 'expression' in one ? one.expression : one.license.id
    const alternatives = expression.replace(/[()]/g, '').split(' OR ')
    return alternatives.some((alternative) => alternative.split(' AND ').every((id) => permissiveLicenses.has(id)))
  })
}
