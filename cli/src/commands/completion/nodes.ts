import type { Command, CommandOption } from '../../command.ts'
import { commonOptions } from '../../command-parser/parse.ts'

/** What can follow each command, which the scripts of all shells are made from. */

export type CompletionEntry = { name: string; description?: string }

export type CompletionNode = {
  /** The root has the path “”, and `parley agents export` has “/agents/export”. */
  path: string
  steps: [names: readonly string[], path: string][]
  /** Commands, or the possible values of an argument. */
  names: CompletionEntry[]
  options: CompletionEntry[]
  /** The spellings of options with a value, a file or a folder. */
  optionsWith: { value: string[]; file: string[]; folder: string[] }
  takesFiles: boolean
}

const help: CompletionEntry = { name: '--help', description: 'shows the help' }

export function listNodes(command: Command, path = ''): CompletionNode[] {
  if (command.kind === 'command') return [describeLeaf(command, path)]
  const { commands, defaultCommand } = command.definition
  const names = commands.map(({ definition: { name, summary } }) => ({ name, description: summary }))
  const own = defaultCommand ? describeLeaf(defaultCommand, path) : { ...emptyNode, options: [help] }
  const isRoot = path === ''
  const node: CompletionNode = {
    ...own,
    path,
    steps: commands.map(({ definition: { name, aliases = [] } }) => [[name, ...aliases], `${path}/${name}`]),
    names: isRoot ? [...names, { name: 'help', description: 'explains a command' }] : names,
    options: isRoot ? [help, { name: '--version', description: 'shows the version' }] : own.options,
    takesFiles: false,
  }
  return [node, ...commands.flatMap((one) => listNodes(one, `${path}/${one.definition.name}`))]
}

const emptyNode = {
  steps: [],
  names: [],
  options: [],
  optionsWith: { value: [], file: [], folder: [] },
} satisfies Partial<CompletionNode>

function describeLeaf(command: Command, path: string): CompletionNode {
  if (command.kind === 'group') throw new Error('a default command is not a group')
  const { args = [], options } = command.definition
  const spelled = Object.entries<CommandOption>({ ...options, ...commonOptions }).map(([name, option]) => ({
    ...option,
    names: [`--${name}`, ...(option.short ? [`-${option.short}`] : [])],
  }))
  const namesOf = (isWanted: (option: CommandOption) => boolean) =>
    spelled.filter(isWanted).flatMap(({ names }) => names)
  return {
    path,
    steps: [],
    names: args.flatMap(({ choices = [] }) => choices.map((name) => ({ name }))),
    options: spelled.map(({ names: [name = ''], description }) => ({ name, description })),
    optionsWith: {
      value: namesOf(({ type }) => type === 'string'),
      file: namesOf(({ value }) => value === 'FILE'),
      folder: namesOf(({ value }) => value === 'FOLDER'),
    },
    takesFiles: args.some(({ name }) => name === 'FILE'),
  }
}
