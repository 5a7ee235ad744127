import { groupBy } from '@parley/findings'
import type {
  Command,
  CommandArgument,
  CommandDefinition,
  CommandGroup,
  CommandOption,
  CommandOptions,
} from '../command.ts'
import { connectionHeading } from '../connection/options.ts'
import { type ExitCode, exitCodes } from '../exit.ts'
import { commonOptions } from './parse.ts'

const defaultExitDescriptions: Record<ExitCode, string> = {
  0: 'done',
  1: 'a test or check failed',
  2: 'wrong options, arguments or settings: nothing was done',
  3: 'the command failed: Parley is unreachable, refused the request, or the like',
  130: 'interrupted by Ctrl-C',
}

/** Returns the help text of a command; `path` is how the user calls it, for example `agents export`. */
export const formatHelp = (command: Command, path: string): string =>
  command.kind === 'group' ? groupHelp(command.definition, path) : commandHelp(command.definition, path)

function groupHelp(definition: CommandGroup, path: string): string {
  const commands = definition.commands.map((one) => one.definition)
  return sections([
    formatHeading(definition, path),
    `Usage: parley ${path} <command> [options]`,
    ['Commands', ...formatRows(commands.map(({ name, summary }) => [name, summary]))].join('\n'),
    formatExamples(definition.examples),
    formatNextSteps([...(definition.next ?? []), `\`parley help ${path} <command>\` describes one of them`]),
  ])
}

function commandHelp(definition: CommandDefinition<CommandOptions>, path: string): string {
  const { args = [], options, exitDescriptions = {}, examples, next = [] } = definition
  return sections([
    formatHeading(definition, path),
    ['Usage: parley', path, ...args.map(formatUsage), '[options]'].join(' '),
    args.length > 0
      ? ['Arguments', ...formatRows(args.map(({ name, description }) => [name, description]))].join('\n')
      : '',
    ...formatOptions({ ...options, ...commonOptions }),
    ['Exit codes', ...formatRows(formatExits(exitDescriptions))].join('\n'),
    formatExamples(examples),
    formatNextSteps(next),
  ])
}

const sections = (all: readonly string[]): string => all.filter(Boolean).join('\n\n')

const formatHeading = ({ about, aliases = [] }: { about: string; aliases?: readonly string[] }, path: string): string =>
  [`parley ${path}: ${about}`, ...aliases.map((alias) => `Also: parley ${path.replace(/\S+$/, alias)}`)].join('\n')

const formatUsage = ({ name, optional, repeatable }: CommandArgument): string => {
  const word = repeatable ? `${name}…` : name
  return optional ? `[${word}]` : word
}

function formatOptions(options: CommandOptions): string[] {
  const headings = groupBy(Object.entries(options), ([, { heading = 'Options' }]) => heading)
  // Options that every command has come last.
  const rank = (heading: string) => ['Options', connectionHeading].indexOf(heading)
  const ordered = [...headings].toSorted(([one], [other]) => rank(one) - rank(other))
  return ordered.map(([heading, listed]) =>
    [heading, ...formatRows(listed.map(([name, option]) => [typed(name, option), option.description]))].join('\n'),
  )
}

const typed = (name: string, { type, value, short }: CommandOption): string =>
  `${short ? `-${short}, ` : ''}--${name}${type === 'string' ? ` ${value ?? 'VALUE'}` : ''}`

const formatExits = (descriptions: Partial<Record<ExitCode, string>>): [string, string][] =>
  Object.values(exitCodes)
    .filter((exit) => exit !== exitCodes.failed || descriptions[exit] !== undefined)
    .map((exit) => [String(exit), descriptions[exit] ?? defaultExitDescriptions[exit]])

const formatExamples = (examples: CommandDefinition<CommandOptions>['examples']): string =>
  examples.length === 0
    ? ''
    : ['Examples', ...examples.flatMap(([line, description]) => [`  ${line}`, `      ${description}`])].join('\n')

const formatNextSteps = (next: readonly string[]): string =>
  next.length === 0 ? '' : ['Next', ...next.map((sentence) => `  ${sentence}`)].join('\n')

const widest = 26

/**
 * Formats two columns. A first cell that is too wide gets a line of its own; line breaks in the second cell stay in its
 * column.
 */
export function formatRows(cells: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(widest, Math.max(0, ...cells.map(([first]) => first.length)))
  return cells.flatMap(([first, second]) => {
    const [line = '', ...more] = second.split('\n')
    const begin =
      first.length > width ? [`  ${first}`, `  ${' '.repeat(width)}  ${line}`] : [`  ${first.padEnd(width)}  ${line}`]
    return [...begin, ...more.map((rest) => `  ${' '.repeat(width)}  ${rest}`)]
  })
}
