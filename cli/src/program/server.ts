import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exits, misused, undone } from '../exit.ts'
import type { Io } from '../io.ts'

/** A program of the server, beside the command line in a checkout. */
export function serverProgram(name: string): string {
  const program = fileURLToPath(new URL(`../../../server/src/${name}`, import.meta.url))
  if (existsSync(program)) return program
  throw misused(`The server is not here: ${program}. This is done from a checkout, or from its own package`)
}

export const dataOption = {
  data: {
    type: 'string',
    value: 'FOLDER',
    says: 'where the embedded database and the keys are; DATA_DIR, else ./data',
  },
} as const

type Running = { io: Io; args: readonly string[]; data?: string; otherwise: string }

/** Runs one that speaks for itself, on both outputs. */
export async function runProgram(name: string, { io, args, data, otherwise }: Running): Promise<typeof exits.passed> {
  const settings: Record<string, string> = data === undefined ? {} : { DATA_DIR: resolve(io.folder, data) }
  const code = await io.become(serverProgram(name), settings, false, args)
  if (code !== 0) throw undone(otherwise)
  return exits.passed
}
