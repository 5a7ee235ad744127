import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createIncompleteError, exitCodes, usageError } from '../exit.ts'
import type { Io } from '../io.ts'

/** Returns the path of a server program next to the CLI in a checkout. */
export function resolveServerProgram(name: string): string {
  const program = fileURLToPath(new URL(`../../../server/src/${name}`, import.meta.url))
  if (existsSync(program)) return program
  throw usageError(
    `The server program is missing: ${program}. Run this command from a checkout or from the parley package`,
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
  const code = await io.runNodeProgram(resolveServerProgram(name), settings, false, args)
  if (code !== 0) throw createIncompleteError(otherwise)
  return exitCodes.passed
}
