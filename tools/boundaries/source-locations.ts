import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, posix } from 'node:path'
import { isTest } from '../source/files.ts'
import { type Layer, layers, serverLayers } from './import-table.ts'

/** Location of a file: `unit` is the package, domain or platform module, `innerPath` the path inside it. */
export type SourceLocation = { file: string; layer: Layer | undefined; unit: string; innerPath: string; test: boolean }

export type ImportTarget =
  | { kind: 'file'; location: SourceLocation; byPath: boolean }
  | { kind: 'npm'; name: string }
  | { kind: 'node'; name: string }

export type PackageManifest = { folder: string; dependencies: Set<string>; entryPoints: Record<string, string> }
export type Workspace = Map<string, PackageManifest>

export function locateSource(file: string): SourceLocation {
  const parts = file.split('/')
  const inServer = parts[0] === 'server' && parts[1] === 'src'
  const [name = '', ...rest] = inServer ? parts.slice(2) : parts
  const test = isTest(file) || name === 'e2e' || name === 'fuzz' || (name === 'packages' && rest.includes('testing'))
  const layer = inServer ? serverLayer(name, test) : layers.find((candidate) => candidate === name)
  const hasUnit = layer === 'packages' || layer === 'domains' || layer === 'platform'
  const unit = hasUnit ? (rest[0] ?? '') : ''
  return { file, layer, unit, innerPath: rest.slice(hasUnit ? 1 : 0).join('/'), test }
}

/** A test directly in server/src may import the whole server, as main.ts does. */
function serverLayer(name: string, test: boolean): Layer | undefined {
  if (name === 'demo' || name === 'mcp') return test ? 'main' : 'start'
  const baseName = name.replace(/(\.test)?\.ts$/, '')
  const layer = serverLayers.find((layer) => layer === baseName)
  if (layer || !name.endsWith('.ts')) return layer
  return test ? 'main' : 'start'
}

export function resolveImportTarget(from: string, specifier: string, workspace: Workspace): ImportTarget {
  if (specifier.startsWith('.')) {
    const file = posix.normalize(posix.join(posix.dirname(from), specifier.replace(/[?#].*$/, '')))
    return { kind: 'file', location: locateSource(file), byPath: true }
  }
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) return { kind: 'node', name: specifier }
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  const manifest = workspace.get(name)
  if (!manifest) return { kind: 'npm', name }
  const entryPoint = manifest.entryPoints[`.${specifier.slice(name.length)}`] ?? 'package.json'
  return { kind: 'file', location: locateSource(posix.join(manifest.folder, entryPoint)), byPath: false }
}

/** Reads the workspace's packages by name, with the dependencies in each package.json and its entry points. */
export function readWorkspace(root: string): Workspace {
  const folders = ['server', 'bench', 'fuzz', 'e2e', 'console', 'webchat', 'cli', ...packageFolders(root)]
  const workspace: Workspace = new Map()
  for (const folder of folders.filter((candidate) => existsSync(join(root, candidate, 'package.json')))) {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const dependencyNames = new Set(
      ['dependencies', 'peerDependencies'].flatMap((key) => Object.keys(manifest[key] ?? {})),
    )
    workspace.set(manifest.name ?? folder, {
      folder,
      dependencies: dependencyNames,
      entryPoints: entryPointsOf(manifest.exports),
    })
  }
  return workspace
}

function packageFolders(root: string): string[] {
  const packages = join(root, 'packages')
  return existsSync(packages) ? readdirSync(packages).map((name) => `packages/${name}`) : []
}

function entryPointsOf(exportsField: unknown): Record<string, string> {
  if (typeof exportsField === 'string') return { '.': exportsField }
  const entries = Object.entries((exportsField ?? {}) as Record<string, unknown>)
  return Object.fromEntries(entries.flatMap(([entryPoint, to]) => (typeof to === 'string' ? [[entryPoint, to]] : [])))
}
