import { ParleyError } from '@parley/sdk'
import type { Declared, Options, Values } from '../command.ts'
import { Ending, type Exit, exits } from '../exit.ts'
import { endingOf } from '../failure.ts'
import type { Io } from '../io.ts'
import { paintOf } from '../text/paint.ts'
import { parse } from './parse.ts'

/** Calls a command; whatever it throws becomes words and an exit. */
export async function run(
  declared: Declared<Options>,
  { path, typed }: { path: string; typed: readonly string[] },
  io: Io,
): Promise<Exit> {
  const inJson = typed.includes('--json')
  const json = (value: unknown) => inJson && io.out(`${JSON.stringify(value)}\n`)
  const say = (line: string) => (inJson ? io.err : io.out)(`${line}\n`)
  try {
    const { options, args } = parse(path, declared, typed)
    const columns = inJson ? io.columns() : io.outColumns()
    const call = { args, io, say, json, columns, paint: paintOf(io.colours && !inJson) }
    return await declared.run({ ...call, options: options as Values<Options> & { json: boolean } })
  } catch (error) {
    const { exit, message } = io.interrupted.aborted ? stoppedBy(error) : endingOf(error)
    io.err(`parley: ${message}\n`)
    json({ exitCode: exit, error: message })
    return exit
  }
}

/** By Ctrl-C: what follows from that alone is not told as if it were something else. */
function stoppedBy(error: unknown): Ending {
  const isTold = error instanceof Ending ? error.exit === exits.interrupted : error instanceof ParleyError
  return new Ending(exits.interrupted, isTold ? endingOf(error).message : 'Stopped')
}
