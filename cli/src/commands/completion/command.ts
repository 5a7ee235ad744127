import { type Command, type CommandOption, defineCommand } from '../../command.ts'
import { commonOptions } from '../../command-parser/parse.ts'
import { exitCodes, usageError } from '../../exit.ts'
import { toPrintable } from '../../text/printable.ts'

const shells = ['bash', 'zsh'] as const

/** `root` returns the table of all commands, which contains this one. */
export const createCompletionCommand = (root: () => Command) =>
  defineCommand({
    name: 'completion',
    summary: 'print a script that completes commands and options in a shell',
    about:
      'prints a script for bash or zsh, made from the commands of this version, after which the Tab key\ncompletes commands, options, events and file names. Add this line to ~/.bashrc or ~/.zshrc:\nsource <(parley completion bash)\nOther shells are not supported.',
    args: [{ name: 'SHELL', description: 'the shell: bash or zsh', choices: shells }],
    options: {},
    examples: [
      ['parley completion bash > parley.bash', 'saves the script, for `source parley.bash`'],
      [
        'parley completion bash > ~/.local/share/bash-completion/completions/parley',
        'with the package bash-completion',
      ],
      ['parley completion zsh > parley.zsh', 'saves the script, for `source parley.zsh`'],
    ],
    next: ['Open a new shell, type `parley ` and press Tab twice'],
    async run({ options, args: [shell = ''], io, json }) {
      if (!shells.some((known) => known === shell))
        throw usageError(`There is no completion for ${toPrintable(shell)}; use one of: ${shells.join(', ')}`)
      const script = formatCompletion(root(), shell as (typeof shells)[number])
      json({ shell, script })
      if (!options.json) io.out(`${script}\n`)
      return exitCodes.passed
    },
  })

type Offers = { commands: string[]; options: string[]; values: string[]; files: string[]; folders: string[] }
type CommandNode = {
  path: string
  steps: [names: readonly string[], path: string][]
  offers: Offers
  takesFiles: boolean
}

/** The root has the path “”, and `parley agents export` has “/agents/export”. */
function listNodes(command: Command, path = ''): CommandNode[] {
  if (command.kind === 'command') return [describeLeaf(command, path)]
  const { commands, defaultCommand } = command.definition
  const steps = commands.map(({ definition: { name, aliases = [] } }): [string[], string] => [
    [name, ...aliases],
    `${path}/${name}`,
  ])
  const own = { ...emptyOffers, options: ['--help'], ...(defaultCommand && describeLeaf(defaultCommand, path).offers) }
  const names = steps.map(([[name = '']]) => name)
  const extra = path === '' ? { commands: [...names, 'help'], options: ['--help', '--version'] } : { commands: names }
  const below = commands.flatMap((one) => listNodes(one, `${path}/${one.definition.name}`))
  return [{ path, steps, offers: { ...own, ...extra }, takesFiles: false }, ...below]
}

const emptyOffers: Offers = { commands: [], options: [], values: [], files: [], folders: [] }

function describeLeaf(command: Command, path: string): CommandNode {
  if (command.kind === 'group') throw new Error('a default command is not a group')
  const { args = [], options } = command.definition
  const spelled = Object.entries<CommandOption>({ ...options, ...commonOptions }).map(([name, option]) => ({
    ...option,
    names: [`--${name}`, ...(option.short ? [`-${option.short}`] : [])],
  }))
  const namesOf = (isWanted: (option: CommandOption) => boolean) =>
    spelled.filter(isWanted).flatMap(({ names }) => names)
  const offers = {
    commands: args.flatMap(({ choices = [] }) => choices),
    options: spelled.map(({ names: [name = ''] }) => name),
    values: namesOf(({ type }) => type === 'string'),
    files: namesOf(({ value }) => value === 'FILE'),
    folders: namesOf(({ value }) => value === 'FOLDER'),
  }
  return { path, steps: [], offers, takesFiles: args.some(({ name }) => name === 'FILE') }
}

/** Names of commands and options contain nothing that a shell would interpret. */
function formatCompletion(root: Command, shell: (typeof shells)[number]): string {
  const nodes = listNodes(root)
  const steps = nodes.flatMap((node) =>
    node.steps.map(
      ([names, to]) => `      ${names.map((name) => `"${node.path}/${name}"`).join('|')}) path="${to}" ;;`,
    ),
  )
  const offers = nodes.map(({ path, offers: own, takesFiles }) => {
    const lists = Object.entries(own).flatMap(([name, words]) =>
      words.length > 0 ? `${name}="${words.join(' ')}"` : [],
    )
    return `    "${path}") ${[...lists, ...(takesFiles ? ['takes_files=1'] : [])].join(' ')} ;;`
  })
  const header = `# Completion of parley for ${shell}, printed by \`parley completion ${shell}\`.\n`
  return `${header}${preambles[shell]}${template}`
    .replace('@STEPS@', () => steps.join('\n'))
    .replace('@OFFERS@', () => offers.join('\n'))
}

/** zsh runs completions that were written for bash after `bashcompinit`. */
const preambles = {
  bash: '',
  zsh: '(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }\nautoload -Uz bashcompinit && bashcompinit\n',
}

const template = `_parley_completion() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" word index
  local commands="" options="" values="" files="" folders="" takes_files=""
  COMPREPLY=()
  # The shell splits --out=FILE into three words.
  if [[ "$current" == "=" ]]; then current=""
  elif [[ "$previous" == "=" ]]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case "$path/$word" in
@STEPS@
    esac
  done
  case "$path" in
@OFFERS@
  esac
  if [[ " $files " == *" $previous "* ]]; then takes_files=1 options=""
  elif [[ " $folders " == *" $previous "* ]]; then
    local IFS=$'\\n'
    COMPREPLY=($(compgen -d -- "$current"))
    compopt -o filenames 2>/dev/null
    return
  elif [[ " $values " == *" $previous "* ]]; then return
  fi
  if [[ -n "$options" && "$current" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ -n "$takes_files" ]]; then
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$current"))
    compopt -o filenames 2>/dev/null
  else COMPREPLY=($(compgen -W "\${commands:-$options}" -- "$current"))
  fi
}
complete -F _parley_completion parley`
