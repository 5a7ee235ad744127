import { ParleyError } from '@parley/sdk'
import type { CommandDefinition, CommandOptions, OptionValues } from '../command.ts'
import { CommandError, type ExitCode, exitCodes, toCommandError } from '../exit.ts'
import type { Io } from '../io.ts'
import { createPaint } from '../text/paint.ts'
import { parseCommandLine } from './parse.ts'

/** Runs a command and converts whatever it throws into a message and an exit code. */
export async function runCommand(
  definition: CommandDefinition<CommandOptions>,
  { path, typed }: { path: string; typed: readonly string[] },
  io: Io,
): Promise<ExitCode> {
  const inJson = typed.includes('--json')
  const json = (value: unknown) => inJson && io.out(`${JSON.stringify(value)}\n`)
  const print = (line: string) => (inJson ? io.err : io.out)(`${line}\n`)
  try {
    const { options, args } = parseCommandLine(path, definition, typed)
    const columns = inJson ? io.columns() : io.outColumns()
    const call = { args, io, print, json, columns, paint: createPaint(io.colors && !inJson) }
    return await definition.run({ ...call, options: options as OptionValues<CommandOptions> & { json: boolean } })
  } catch (error) {
    const { exitCode, message } = io.interrupted.aborted ? toExit(error) : toCommandError(error)
    io.err(`parley: ${message}\n`)
    json({ exitCode: exitCode, error: message })
    return exitCode
  }
}

/**
 * After Ctrl-C, an error that only follows from the abort is reported as the interruption, not as a failure of its own.
 */
function toExit(error: unknown): CommandError {
  const isTold = error instanceof CommandError ? error.exitCode === exitCodes.interrupted : error instanceof ParleyError
  return new CommandError(exitCodes.interrupted, isTold ? toCommandError(error).message : 'Stopped')
}
