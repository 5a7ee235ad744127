import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin, stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { collectModules, packageNameOf, rewriteSpecifiers, type SourceModule } from './module-graph.ts'
import { type PackagePlan, packagePlans } from './plans.ts'

export type Manifest = Record<string, unknown> & {
  name: string
  version: string
  repository?: { type: string; url: string; directory?: string }
  exports?: string | Record<string, string>
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export const readManifest = (root: string, workspace: string): Manifest =>
  JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))

const privatePackages = ['definition', 'flow', 'guardrails', 'testcase', 'webchat-protocol']

/** Writes the package into `folder`: JavaScript, declarations if it has types, assets and package.json. */
export function buildPackage(root: string, plan: PackagePlan, folder: string): void {
  const entries = [...Object.values(plan.exports), ...(plan.programs ?? [])]
  const modules = collectModules(root, entries, (specifier) => findContained(root, plan, specifier))
  for (const module of modules.values()) writeModule(plan, module, folder)
  if (plan.contains === 'all packages' || plan.base === undefined) writeVersionFile(root, plan, folder)
  for (const asset of plan.assets ?? []) copyAsset(root, asset, folder)
  if (plan.bin) copyFile(join(root, plan.bin.source), join(folder, plan.bin.path))
  copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  copyFile(join(root, plan.workspace, 'README.md'), join(folder, 'README.md'))
  writeJson(join(folder, 'package.json'), buildManifest(root, plan, modules))
}

/** Where a source file of the repository is in the package, without its extension. */
export function pathInPackage({ base }: PackagePlan, file: string): string {
  return (base === undefined ? file : join('dist', relative(base, file))).replace(/\.ts$/, '')
}

function writeModule(plan: PackagePlan, module: SourceModule, folder: string): void {
  const from = dirname(pathInPackage(plan, module.file))
  const stripped = withoutWarning(() => stripTypeScriptTypes(module.text))
  const code = rewriteSpecifiers(module, stripped, (target) => {
    const path = relative(from, `${pathInPackage(plan, target)}.js`)
    return path.startsWith('.') ? path : `./${path}`
  })
  writeText(join(folder, `${pathInPackage(plan, module.file)}.js`), tidyStripped(code))
}

/** Stripping leaves spaces where types were. */
const tidyStripped = (code: string): string => code.replace(/[ \t]+$/gm, '').replace(/\n{3,}/g, '\n\n')

function withoutWarning<T>(run: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return run()
  } finally {
    process.emitWarning = emitWarning
  }
}

function findContained(root: string, { contains }: PackagePlan, specifier: string): string | undefined {
  const [, name = '', part] = /^@parley\/([a-z-]+)(?:\/(.+))?$/.exec(specifier) ?? []
  if (name === '' || (contains === 'private packages' && !privatePackages.includes(name))) return undefined
  const { exports } = readManifest(root, `packages/${name}`)
  const entry = typeof exports === 'string' ? exports : exports?.[part ? `./${part}` : '.']
  if (entry === undefined) throw new Error(`@parley/${name} has no export for ${specifier}`)
  return join('packages', name, entry)
}

/** The sources read their version from the package.json of their workspace. */
function writeVersionFile(root: string, { workspace }: PackagePlan, folder: string): void {
  const { name, version } = readManifest(root, workspace)
  writeJson(join(folder, workspace, 'package.json'), { name, version, type: 'module' })
}

const isSource = (path: string): boolean => /\.tsx?$|\/testing(\/|$)|README\.md$/.test(path)

function copyAsset(root: string, asset: string, folder: string): void {
  const isGuide = asset === 'docs'
  const filter = (path: string) => isGuide || !isSource(path)
  cpSync(join(root, asset), join(folder, asset), { recursive: true, filter })
}

function buildManifest(root: string, plan: PackagePlan, modules: Map<string, SourceModule>): Manifest {
  const workspace = readManifest(root, plan.workspace)
  const { repository } = readManifest(root, '.')
  return {
    ...{ name: plan.name, version: workspace.version, description: plan.description, type: 'module' },
    ...{ license: 'Apache-2.0', engines: { node: plan.node }, sideEffects: plan.bin !== undefined },
    ...(repository !== undefined && { repository: { ...repository, directory: plan.workspace } }),
    exports: {
      ...Object.fromEntries(Object.entries(plan.exports).map(([key, file]) => [key, buildExport(plan, file)])),
      './package.json': './package.json',
    },
    ...(plan.bin && { bin: { [plan.bin.name]: plan.bin.path } }),
    dependencies: collectDependencies(root, plan, modules),
    ...(workspace.optionalDependencies && { optionalDependencies: workspace.optionalDependencies }),
    publishConfig: { access: 'public', provenance: true },
  }
}

function buildExport(plan: PackagePlan, file: string): string | Record<string, string> {
  const path = `./${pathInPackage(plan, file)}`
  return plan.hasTypes ? { types: `${path}.d.ts`, default: `${path}.js` } : `${path}.js`
}

/** The packages that the modules import, by the versions that the repository is tested with. */
function collectDependencies(
  root: string,
  plan: PackagePlan,
  modules: Map<string, SourceModule>,
): Record<string, string> {
  const names = [...modules.values()].flatMap(({ references }) =>
    references.flatMap(({ specifier, target }) =>
      target !== undefined || isBuiltin(specifier) ? [] : [packageNameOf(specifier)],
    ),
  )
  const declared = Object.assign(
    {},
    ...['server', 'cli', ...listWorkspaces()].map((one) => readManifest(root, one).dependencies),
  )
  const own = Object.fromEntries(
    packagePlans.map(({ name, workspace }) => [name, readManifest(root, workspace).version]),
  )
  const versions: Record<string, string> = { ...declared, ...own }
  return Object.fromEntries(
    [...new Set(names)].sort().map((name) => {
      const version = versions[name]
      if (version === undefined) throw new Error(`${plan.name} imports ${name}, which no workspace declares`)
      return [name, version]
    }),
  )
}

const listWorkspaces = (): string[] => ['findings', 'amf', 'sdk', ...privatePackages].map((name) => `packages/${name}`)

function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to)
}

function writeText(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const writeJson = (file: string, value: unknown): void => writeText(file, `${JSON.stringify(value, null, 2)}\n`)
