import type { Argument, Command, Declared, Group, Option, Options } from '../command.ts'
import { connectionHeading } from '../connection/options.ts'
import { type Exit, exits } from '../exit.ts'
import { commonOptions } from './parse.ts'

const usualEnds: Record<Exit, string> = {
  0: 'done',
  1: 'a verdict that is not good',
  2: 'wrong options, arguments or settings: nothing was done',
  3: 'it could not be done: Parley is out of reach, has refused, or the like',
  130: 'by Ctrl-C',
}

/** The help of a command; `path` is how it is called, `agents export`. */
export const helpOf = (command: Command, path: string): string =>
  command.kind === 'group' ? groupHelp(command.declared, path) : commandHelp(command.declared, path)

function groupHelp(declared: Group, path: string): string {
  const commands = declared.commands.map((one) => one.declared)
  return sections([
    headOf(declared, path),
    `Usage: parley ${path} <command> [options]`,
    ['Commands', ...rows(commands.map(({ name, summary }) => [name, summary]))].join('\n'),
    examplesOf(declared.examples),
    nextOf([...(declared.next ?? []), `\`parley help ${path} <command>\` tells more about one of them`]),
  ])
}

function commandHelp(declared: Declared<Options>, path: string): string {
  const { args = [], options, ends = {}, examples, next = [] } = declared
  return sections([
    headOf(declared, path),
    ['Usage: parley', path, ...args.map(usageOf), '[options]'].join(' '),
    args.length > 0 ? ['Arguments', ...rows(args.map(({ name, says }) => [name, says]))].join('\n') : '',
    ...optionsOf({ ...options, ...commonOptions }),
    ['Ends with', ...rows(endsOf(ends))].join('\n'),
    examplesOf(examples),
    nextOf(next),
  ])
}

const sections = (all: readonly string[]): string => all.filter(Boolean).join('\n\n')

const headOf = ({ about, aliases = [] }: { about: string; aliases?: readonly string[] }, path: string): string =>
  [`parley ${path}: ${about}`, ...aliases.map((alias) => `Also: parley ${path.replace(/\S+$/, alias)}`)].join('\n')

const usageOf = ({ name, optional, several }: Argument): string => {
  const word = several ? `${name}…` : name
  return optional ? `[${word}]` : word
}

function optionsOf(options: Options): string[] {
  const headings = Map.groupBy(Object.entries(options), ([, { under = 'Options' }]) => under)
  // What is everywhere comes last.
  const rank = (heading: string) => ['Options', connectionHeading].indexOf(heading)
  const ordered = [...headings].toSorted(([one], [other]) => rank(one) - rank(other))
  return ordered.map(([heading, listed]) =>
    [heading, ...rows(listed.map(([name, option]) => [typed(name, option), option.says]))].join('\n'),
  )
}

const typed = (name: string, { type, value, short }: Option): string =>
  `${short ? `-${short}, ` : ''}--${name}${type === 'string' ? ` ${value ?? 'VALUE'}` : ''}`

const endsOf = (ends: Partial<Record<Exit, string>>): [string, string][] =>
  Object.values(exits)
    .filter((exit) => exit !== exits.failed || ends[exit] !== undefined)
    .map((exit) => [String(exit), ends[exit] ?? usualEnds[exit]])

const examplesOf = (examples: Declared<Options>['examples']): string =>
  examples.length === 0
    ? ''
    : ['Examples', ...examples.flatMap(([line, says]) => [`  ${line}`, `      ${says}`])].join('\n')

const nextOf = (next: readonly string[]): string =>
  next.length === 0 ? '' : ['Next', ...next.map((sentence) => `  ${sentence}`)].join('\n')

const widest = 26

/** Two columns. A first that is too wide has a line for itself; a line break in the second goes on below. */
export function rows(cells: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(widest, Math.max(0, ...cells.map(([first]) => first.length)))
  return cells.flatMap(([first, second]) => {
    const [line = '', ...more] = second.split('\n')
    const begin =
      first.length > width ? [`  ${first}`, `  ${' '.repeat(width)}  ${line}`] : [`  ${first.padEnd(width)}  ${line}`]
    return [...begin, ...more.map((rest) => `  ${' '.repeat(width)}  ${rest}`)]
  })
}
