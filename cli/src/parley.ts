import { type Command, group } from './command.ts'
import { agentsCommand } from './commands/agents/command.ts'
import { backupCommand } from './commands/backup/command.ts'
import { campaignsCommand } from './commands/campaigns/command.ts'
import { chatCommand } from './commands/chat/command.ts'
import { doctorCommand } from './commands/doctor/command.ts'
import { keysCommand } from './commands/keys/command.ts'
import { listenCommand } from './commands/listen/command.ts'
import { loginCommand } from './commands/login/command.ts'
import { logoutCommand } from './commands/logout/command.ts'
import { mcpCommand } from './commands/mcp/command.ts'
import { peopleCommand } from './commands/people/command.ts'
import { restoreCommand } from './commands/restore/command.ts'
import { startCommand } from './commands/start/command.ts'
import { testCommand } from './commands/test/command.ts'
import { triggerCommand } from './commands/trigger/command.ts'
import { whoamiCommand } from './commands/whoami/command.ts'
import { version } from './connection/user-agent.ts'
import { helpOf, rows } from './declared/help.ts'
import { nearest } from './declared/nearest.ts'
import { run } from './declared/run.ts'
import { discreet } from './discreet.ts'
import { type Exit, exits } from './exit.ts'
import type { Io } from './io.ts'
import { plain } from './text/plain.ts'

/** In the order of the overview. */
export const all = group({
  name: 'parley',
  summary: '',
  about: 'the command line of Parley',
  commands: [
    startCommand,
    loginCommand,
    logoutCommand,
    whoamiCommand,
    doctorCommand,
    agentsCommand,
    chatCommand,
    testCommand,
    campaignsCommand,
    peopleCommand,
    listenCommand,
    triggerCommand,
    keysCommand,
    mcpCommand,
    backupCommand,
    restoreCommand,
  ],
  examples: [
    ['parley start', 'starts Parley on this machine'],
    ['parley agents export --out desk.yaml', 'keeps an agent in a file'],
    ['parley test', 'plays its tests, and tells what broke'],
  ],
})

const helps = ['--help', '-h']

/** Does what a command line asks for; answers what the process ends with. */
export async function parley(args: readonly string[], world: Io): Promise<Exit> {
  const io = discreet(world)
  const [first, ...others] = args
  if (first === '--version' || first === 'version') return said(io, version)
  const asksHelp = first === 'help' || helps.includes(first ?? '')
  const { at, path, rest } = walk(asksHelp ? others : args)
  const stray = at.kind === 'group' ? rest.find((word) => !helps.includes(word)) : undefined
  if (stray !== undefined) return strayed(stray, { at, path }, io)
  if (asksHelp || beforeDashes(rest).some((word) => helps.includes(word))) return said(io, wordsOf(at, path))
  if (at.kind === 'command') return run(at.declared, { path: path.join(' '), typed: rest }, io)
  io.err(`${wordsOf(at, path)}\n`)
  return exits.usage
}

type Place = { at: Command; path: string[] }

/** Down from group to group, as far as the words lead. */
function walk(words: readonly string[]): Place & { rest: readonly string[] } {
  let at = all
  const path: string[] = []
  for (const [place, word] of words.entries()) {
    const next = at.kind === 'group' ? at.declared.commands.find((one) => isCalled(one, word)) : undefined
    if (!next) return { at, path, rest: words.slice(place) }
    at = next
    path.push(next.declared.name)
  }
  return { at, path, rest: [] }
}

const isCalled = ({ declared }: Command, word: string): boolean =>
  declared.name === word || declared.aliases?.includes(word) === true

/** What follows `--` is no option. */
const beforeDashes = (words: readonly string[]): readonly string[] =>
  words.includes('--') ? words.slice(0, words.indexOf('--')) : words

function strayed(word: string, { at, path }: Place, io: Io): Exit {
  const names = at.kind === 'group' ? at.declared.commands.flatMap(({ declared }) => namesOf(declared)) : []
  const meant = nearest(word, names)
  const command = plain([...path, word].join(' '))
  const sentence = word.startsWith('-')
    ? `options come after the command, as in \`parley ${[...path, names[0]].join(' ')} ${plain(word)}\``
    : `there is no command ${command}${meant ? `. Did you mean \`parley ${[...path, meant].join(' ')}\`?` : ''}`
  io.err(`parley: ${sentence}\n\n${wordsOf(at, path)}\n`)
  return exits.usage
}

const namesOf = ({ name, aliases = [] }: Command['declared']): string[] => [name, ...aliases]

function said(io: Io, text: string): Exit {
  io.out(`${text}\n`)
  return exits.passed
}

const wordsOf = (at: Command, path: readonly string[]): string => (at === all ? overview() : helpOf(at, path.join(' ')))

function overview(): string {
  const { commands, examples } = all.declared as Extract<Command, { kind: 'group' }>['declared']
  const listed = commands.map(({ declared: { name, summary } }) => [name, summary] as const)
  return [
    'parley, the command line of Parley',
    '',
    'Usage: parley <command> [options]',
    '',
    ...rows([...listed, ['help', 'this, or what a command can do: parley help test']]),
    '',
    'Examples',
    ...examples.flatMap(([line, says]) => [`  ${line}`, `      ${says}`]),
    '',
    '  --version  which one this is',
  ].join('\n')
}
