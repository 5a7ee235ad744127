import manifest from '../package.json' with { type: 'json' }
import type { Command } from './command.ts'
import { testCommand } from './commands/test/command.ts'
import { discreet } from './discreet.ts'
import { Ending, type Exit, exits } from './exit.ts'
import { Refused, Unreachable } from './http/refused.ts'
import type { Io } from './io.ts'
import { plain } from './text/plain.ts'

const commands: readonly Command[] = [testCommand]

/** Does what a command line asks for; answers what the process ends with. */
export async function parley(args: readonly string[], world: Io): Promise<Exit> {
  const io = discreet(world, world.env.PARLEY_API_KEY ?? '')
  const [name = '', ...rest] = args
  if (name === '--version' || name === 'version') return said(io, manifest.version)
  if (name === 'help' || name === '--help' || name === '-h') return help(rest[0], io)
  const command = commands.find((one) => one.name === name)
  if (!command) {
    io.err(name ? `parley: there is no command ${plain(name)}\n\n` : '')
    io.err(`${overview()}\n`)
    return exits.usage
  }
  if (rest.includes('--help') || rest.includes('-h')) return said(io, command.help)
  return command.run(rest, io).catch((error: unknown) => failed(error, io))
}

function said(io: Io, text: string): Exit {
  io.out(`${text}\n`)
  return exits.passed
}

function help(name: string | undefined, io: Io): Exit {
  const command = commands.find((one) => one.name === name)
  if (name && !command) {
    io.err(`parley: there is no command ${plain(name)}\n\n${overview()}\n`)
    return exits.usage
  }
  return said(io, command?.help ?? overview())
}

function overview(): string {
  const widest = Math.max(...commands.map(({ name }) => name.length))
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(widest)}  ${summary}`)
  return [
    'parley, the command line of Parley',
    '',
    'Usage: parley <command> [options]',
    '',
    ...rows,
    `  ${'help'.padEnd(widest)}  this, or what a command can do: parley help test`,
    '',
    '  --version  which one this is',
  ].join('\n')
}

/** Whatever happened, it is no verdict on an agent. */
function failed(error: unknown, io: Io): Exit {
  io.err(`parley: ${messageOf(error)}\n`)
  return error instanceof Ending ? error.exit : exits.noVerdict
}

function messageOf(error: unknown): string {
  if (error instanceof Ending) return error.message
  if (error instanceof Refused || error instanceof Unreachable) return plain(error.message)
  return `this is a fault of the program. ${error instanceof Error ? error.stack : ''}`
}
