import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Most of what a test file costs is the server that it loads, so the files of a folder share a process, a few at a time:
 * each has its own database and app all the same.
 */
const mostInGroup = 8
const groupFolder = 'parley-test-groups'

const sharing = /^(?:packages\/[^/]+|server\/src\/(?:platform|domains\/[^/]+)|console|cli)(?=\/)/
/** They change the process, start others, or hook into every test of it. */
const keepsToItself =
  /\b(?:before|after)Each\(|process\.env[.[]|\bmock\.|process\.(?:on|once|chdir)\(|globalThis\.\w+ =|node:child_process|\/testing\/(?:gateway-)?process\.ts/

/** The files as they are to run: what stands together shares a process. */
export function grouped(root: string, files: readonly string[]): string[][] {
  const groups: string[][] = []
  const byFolder = Map.groupBy(files, (file) => folderOf(root, file))
  for (const [folder, held] of byFolder) {
    const count = folder === '' ? held.length : Math.ceil(held.length / mostInGroup)
    for (let at = 0; at < count; at++) groups.push(held.filter((_, place) => place % count === at))
  }
  return groups
}

function folderOf(root: string, file: string): string {
  const [folder = ''] = sharing.exec(file) ?? []
  return folder !== '' && keepsToItself.test(readFileSync(join(root, file), 'utf8')) ? '' : folder
}

/** What node is to run for each group: the file itself, or one that loads all of them. */
export async function runnables(root: string, groups: string[][], scratch: string): Promise<string[]> {
  const folder = join(scratch, groupFolder)
  await mkdir(folder)
  return Promise.all(
    groups.map(async ([first = '', ...others], at) => {
      if (others.length === 0) return first
      const path = join(folder, `${at}-${dirname(first).replaceAll('/', '-')}.test.mjs`)
      await writeFile(path, loaderOf(root, [first, ...others]))
      return path
    }),
  )
}

/** One after the other, but all announced at once: else what comes after all tests would come after those of the first. */
function loaderOf(root: string, files: string[]): string {
  const loaded = files.map((file) => [file, pathToFileURL(join(root, file)).href])
  return `import { describe, test } from 'node:test'
let before = Promise.resolve()
for (const [file, url] of ${JSON.stringify(loaded)})
  describe(file, () => {
    before = before.then(() => import(url)).catch((error) => void test(file, () => { throw error }))
    return before
  })
`
}

/** Whether that is no test file of ours but one that loads several. */
export const isGroup = (path: string | undefined): boolean => basename(dirname(path ?? '')) === groupFolder
