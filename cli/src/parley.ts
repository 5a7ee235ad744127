import { findNearestName } from '@parley/findings/edit-distance'
import { type Command, defineGroup } from './command.ts'
import { formatHelp, formatRows } from './command-parser/help.ts'
import { runCommand } from './command-parser/run.ts'
import { agentsCommand } from './commands/agents/command.ts'
import { backupCommand } from './commands/backup/command.ts'
import { campaignsCommand } from './commands/campaigns/command.ts'
import { channelsCommand } from './commands/channels/command.ts'
import { chatCommand } from './commands/chat/command.ts'
import { createCompletionCommand } from './commands/completion/command.ts'
import { deskCommand } from './commands/desk/command.ts'
import { doctorCommand } from './commands/doctor/command.ts'
import { draftsCommand } from './commands/drafts/command.ts'
import { factsCommand } from './commands/facts/command.ts'
import { insightsCommand } from './commands/insights/command.ts'
import { keysCommand } from './commands/keys/command.ts'
import { listenCommand } from './commands/listen/command.ts'
import { loginCommand } from './commands/login/command.ts'
import { logoutCommand } from './commands/logout/command.ts'
import { logsCommand } from './commands/logs/command.ts'
import { mcpCommand } from './commands/mcp/command.ts'
import { modelsCommand } from './commands/models/command.ts'
import { peopleCommand } from './commands/people/command.ts'
import { publishCommand } from './commands/publish/command.ts'
import { replayCommand } from './commands/replay/command.ts'
import { requestCommands } from './commands/request/command.ts'
import { restoreCommand } from './commands/restore/command.ts'
import { sequencesCommand } from './commands/sequences/command.ts'
import { simulateCommand } from './commands/simulate/command.ts'
import { startServerCommand } from './commands/start/command.ts'
import { testCommand } from './commands/test/command.ts'
import { toolsCommand } from './commands/tools/command.ts'
import { triggerCommand } from './commands/trigger/command.ts'
import { upgradeCommand } from './commands/upgrade/command.ts'
import { verifyCommand } from './commands/verify/command.ts'
import { versionsCommand } from './commands/versions/command.ts'
import { webhooksCommand } from './commands/webhooks/command.ts'
import { whoamiCommand } from './commands/whoami/command.ts'
import { version } from './connection/connect.ts'
import { type ExitCode, exitCodes } from './exit.ts'
import type { Io } from './io.ts'
import { redactKeys, toPrintable } from './text/printable.ts'

/** In the order of the overview. */
export const rootCommand: Command = defineGroup({
  name: 'parley',
  summary: '',
  about: 'the Parley command line',
  commands: [
    startServerCommand,
    loginCommand,
    logoutCommand,
    whoamiCommand,
    doctorCommand,
    agentsCommand,
    versionsCommand,
    draftsCommand,
    replayCommand,
    publishCommand,
    chatCommand,
    testCommand,
    simulateCommand,
    verifyCommand,
    campaignsCommand,
    deskCommand,
    sequencesCommand,
    peopleCommand,
    factsCommand,
    channelsCommand,
    toolsCommand,
    logsCommand,
    listenCommand,
    triggerCommand,
    keysCommand,
    webhooksCommand,
    insightsCommand,
    modelsCommand,
    ...requestCommands,
    mcpCommand,
    backupCommand,
    restoreCommand,
    upgradeCommand,
    createCompletionCommand(() => rootCommand),
  ],
  examples: [
    ['parley start', 'starts Parley on this machine'],
    ['parley agents export --out desk.yaml', 'saves an agent to a file'],
    ['parley test', 'runs its tests, and reports failures'],
  ],
})

const helpFlags = ['--help', '-h']

/** Runs a command line and returns the exit code. */
export async function runCli(args: readonly string[], world: Io): Promise<ExitCode> {
  const io = redactSecrets(world)
  const [first, ...others] = args
  if (first === '--version' || first === 'version') return printAndPass(io, version)
  const asksHelp = first === 'help' || helpFlags.includes(first ?? '')
  const { at, path, rest } = asksHelp ? resolveCommand(others) : withDefaultCommand(resolveCommand(args))
  const stray = at.kind === 'group' ? rest.find((word) => !helpFlags.includes(word)) : undefined
  if (stray !== undefined) return reportUnknownCommand(stray, { at, path }, io)
  if (asksHelp || beforeDashes(rest).some((word) => helpFlags.includes(word)))
    return printAndPass(io, helpTextOf(at, path))
  if (at.kind === 'command') return runCommand(at.definition, { path: path.join(' '), typed: rest }, io)
  io.err(`${helpTextOf(at, path)}\n`)
  return exitCodes.usage
}

type CommandPath = { at: Command; path: string[] }
type ResolvedCommand = CommandPath & { rest: readonly string[] }

/** Descends through the groups as far as the arguments match. */
function resolveCommand(args: readonly string[]): ResolvedCommand {
  let at = rootCommand
  const path: string[] = []
  for (const [place, word] of args.entries()) {
    const next = at.kind === 'group' ? at.definition.commands.find((one) => hasName(one, word)) : undefined
    if (!next) return { at, path, rest: args.slice(place) }
    at = next
    path.push(next.definition.name)
  }
  return { at, path, rest: [] }
}

/** Options without a command go to the default command of the group; a request for help stays with the group. */
function withDefaultCommand(resolved: ResolvedCommand): ResolvedCommand {
  const { at, path, rest } = resolved
  const selected = at.kind === 'group' ? at.definition.defaultCommand : undefined
  const isNamed = rest[0] !== undefined && !rest[0].startsWith('-')
  if (!selected || isNamed || rest.some((word) => helpFlags.includes(word))) return resolved
  return { at: selected, path: [...path, selected.definition.name], rest }
}

const hasName = ({ definition }: Command, word: string): boolean =>
  definition.name === word || definition.aliases?.includes(word) === true

/** Arguments after `--` are not options. */
const beforeDashes = (args: readonly string[]): readonly string[] =>
  args.includes('--') ? args.slice(0, args.indexOf('--')) : args

function reportUnknownCommand(word: string, { at, path }: CommandPath, io: Io): ExitCode {
  const names = at.kind === 'group' ? at.definition.commands.flatMap(({ definition }) => namesOf(definition)) : []
  const meant = findNearestName(word, names)
  const command = toPrintable([...path, word].join(' '))
  const sentence = word.startsWith('-')
    ? `options go after the command, for example \`parley ${[...path, names[0]].join(' ')} ${toPrintable(word)}\``
    : `unknown command ${command}${meant ? `. Did you mean \`parley ${[...path, meant].join(' ')}\`?` : ''}`
  io.err(`parley: ${sentence}\n\n${helpTextOf(at, path)}\n`)
  return exitCodes.usage
}

const namesOf = ({ name, aliases = [] }: Command['definition']): string[] => [name, ...aliases]

function printAndPass(io: Io, text: string): ExitCode {
  io.out(`${text}\n`)
  return exitCodes.passed
}

const helpTextOf = (at: Command, path: readonly string[]): string =>
  at === rootCommand ? formatOverview() : formatHelp(at, path.join(' '))

function formatOverview(): string {
  const { commands, examples } = rootCommand.definition as Extract<Command, { kind: 'group' }>['definition']
  const listed = commands.map(({ definition: { name, summary } }) => [name, summary] as const)
  return [
    'parley, the Parley command line',
    '',
    'Usage: parley <command> [options]',
    '',
    ...formatRows([...listed, ['help', 'this help, or the help for a command: parley help test']]),
    '',
    'Examples',
    ...examples.flatMap(([line, description]) => [`  ${line}`, `      ${description}`]),
    '',
    '  --version  prints the version',
  ].join('\n')
}

/** Wraps the Io so that its output redacts known secrets and anything that looks like a key. */
export function redactSecrets(world: Io): Io {
  const secrets = new Set([world.env.PARLEY_API_KEY ?? ''])
  const without = (text: string) => [...secrets].reduce((rest, secret) => redactKeys(rest, secret), text)
  return {
    ...world,
    out: (text) => world.out(without(text)),
    err: (text) => world.err(without(text)),
    addSecret: (secret) => void secrets.add(secret),
  }
}
