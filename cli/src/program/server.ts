import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createIncompleteError, exitCodes, usageError } from '../exit.ts'
import type { Io } from '../io.ts'

/** Returns the path of a server program: in this checkout, or in the package @parley/server. */
export function resolveServerProgram(name: string, workingDirectory: string): string {
  const inCheckout = fileURLToPath(new URL(`../../../server/src/${name}.ts`, import.meta.url))
  if (existsSync(inCheckout)) return inCheckout
  const origins = [import.meta.url, pathToFileURL(join(workingDirectory, 'package.json')).href]
  const program = origins.map((origin) => findInServerPackage(origin, name)).find((found) => found !== undefined)
  if (program === undefined) throw usageError(missingServer)
  assertServerRunsHere(program)
  return program
}

const missingServer =
  'The server is not installed. Install it in this folder with `npm install @parley/server`, or start it without ' +
  'installing it: `npx @parley/server`'

function findInServerPackage(origin: string, name: string): string | undefined {
  try {
    const manifest = createRequire(origin).resolve('@parley/server/package.json')
    return join(dirname(manifest), 'server/src', `${name}.js`)
  } catch {
    return undefined
  }
}

/** The command line runs on older versions of Node than the server. */
function assertServerRunsHere(program: string): void {
  if (Number(process.versions.node.split('.')[0]) >= 24) return
  throw usageError(
    `The server needs Node 24 or newer; this is Node ${process.versions.node}. Install it, or run: ` +
      `npx --package node@24 node ${program}`,
  )
}

export const dataOption = {
  data: {
    type: 'string',
    value: 'FOLDER',
    description: 'folder of the embedded database and the keys; default: DATA_DIR, or ./data',
  },
} as const

type ServerProgramOptions = { io: Io; args: readonly string[]; data?: string; otherwise: string }

/** Runs a server program that writes its own messages to both outputs. */
export async function runServerProgram(
  name: string,
  { io, args, data, otherwise }: ServerProgramOptions,
): Promise<typeof exitCodes.passed> {
  const settings: Record<string, string> = data === undefined ? {} : { DATA_DIR: resolve(io.workingDirectory, data) }
  const code = await io.runNodeProgram(resolveServerProgram(name, io.workingDirectory), settings, false, args)
  if (code !== 0) throw createIncompleteError(otherwise)
  return exitCodes.passed
}
