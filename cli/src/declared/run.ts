import type { Declared, Options, Values } from '../command.ts'
import type { Exit } from '../exit.ts'
import { endingOf } from '../failure.ts'
import type { Io } from '../io.ts'
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
    return await declared.run({ options: options as Values<Options> & { json: boolean }, args, io, say, json })
  } catch (error) {
    const { exit, message } = endingOf(error)
    io.err(`parley: ${message}\n`)
    json({ exitCode: exit, error: message })
    return exit
  }
}
