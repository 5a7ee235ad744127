import type { CompletionEntry, CompletionNode } from './nodes.ts'

/** The scripts that complete `parley`, each in the language of its shell. */

export const completionShells = ['bash', 'zsh', 'fish'] as const
export type CompletionShell = (typeof completionShells)[number]

export function formatCompletion(nodes: readonly CompletionNode[], shell: CompletionShell): string {
  const comment = `# Completion of parley for ${shell}, printed by \`parley completion ${shell}\`.`
  const [steps, offers] = shell === 'fish' ? formatFishTables(nodes) : formatTables(nodes)
  return templates[shell]
    .replace('@COMMENT@', comment)
    .replace('@STEPS@', () => steps.join('\n'))
    .replace('@OFFERS@', () => offers.join('\n'))
}

type Tables = [steps: string[], offers: string[]]

/**
 * For bash and zsh. Names of commands and options contain nothing that a shell would interpret. No variable is called
 * `path`, `options` or `commands`, which zsh has itself.
 */
function formatTables(nodes: readonly CompletionNode[]): Tables {
  const steps = nodes.flatMap(({ path, steps: own }) =>
    own.map(([names, to]) => `      ${names.map((name) => `"${path}/${name}"`).join('|')}) node="${to}" ;;`),
  )
  const offers = nodes.map((node) => {
    const lists = listWords(node).map(([name, words]) => `${name}="${words.join(' ')}"`)
    return `    "${node.path}") ${[...lists, ...(node.takesFiles ? ['takes_files=1'] : [])].join(' ')} ;;`
  })
  return [steps, offers]
}

/** fish shows the description of an offer beside it. */
function formatFishTables(nodes: readonly CompletionNode[]): Tables {
  const steps = nodes.flatMap(({ path, steps: own }) =>
    own.flatMap(([names, to]) => [
      `            case ${names.map((name) => `'${path}/${name}'`).join(' ')}`,
      `                set node '${to}'`,
    ]),
  )
  const describe = ({ name, description }: CompletionEntry) =>
    description === undefined ? name : `${name}\\t${quoteForFish(description)}`
  const offers = nodes.flatMap((node) => [
    `        case '${node.path}'`,
    ...listWords(node, describe).map(([name, words]) => `            set ${name} ${words.join(' ')}`),
    ...(node.takesFiles ? ['            set takes_files 1'] : []),
  ])
  return [steps, offers]
}

const quoteForFish = (text: string): string => `'${text.replace(/[\\']/g, '\\$&').replace(/\s+/g, ' ')}'`

function listWords(
  { names, options, optionsWith: { value, file, folder } }: CompletionNode,
  print = ({ name }: CompletionEntry): string => name,
): [variable: string, words: string[]][] {
  const lists: [string, string[]][] = [
    ['names', names.map(print)],
    ['flags', options.map(print)],
    ['values', value],
    ['files', file],
    ['folders', folder],
  ]
  return lists.filter(([, words]) => words.length > 0)
}

const bash = `@COMMENT@
_parley_completion() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" node="" word index
  local names="" flags="" values="" files="" folders="" takes_files=""
  COMPREPLY=()
  # The shell splits --out=FILE into three words.
  if [[ "$current" == "=" ]]; then current=""
  elif [[ "$previous" == "=" ]]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case "$node/$word" in
@STEPS@
    esac
  done
  case "$node" in
@OFFERS@
  esac
  if [[ " $files " == *" $previous "* ]]; then takes_files=1 flags=""
  elif [[ " $folders " == *" $previous "* ]]; then
    local IFS=$'\\n'
    COMPREPLY=($(compgen -d -- "$current"))
    compopt -o filenames 2>/dev/null
    return
  elif [[ " $values " == *" $previous "* ]]; then return
  fi
  if [[ -n "$flags" && "$current" == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [[ -n "$takes_files" ]]; then
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$current"))
    compopt -o filenames 2>/dev/null
  else COMPREPLY=($(compgen -W "\${names:-$flags}" -- "$current"))
  fi
}
complete -F _parley_completion parley`

/** For `source`, and as a file `_parley` in a folder of `fpath`, whose first call completes as well. */
const zsh = `#compdef parley
@COMMENT@
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
_parley() {
  local current="\${words[CURRENT]}" previous="\${words[CURRENT-1]}" node="" word
  local names="" flags="" values="" files="" folders="" takes_files=""
  local -i index
  for ((index = 2; index < CURRENT; index++)); do
    word="\${words[index]}"
    case "$node/$word" in
@STEPS@
    esac
  done
  case "$node" in
@OFFERS@
  esac
  if [[ "$current" == --*=* ]]; then
    previous="\${current%%=*}"
    compset -P 1 '*='
  fi
  if [[ " $files " == *" $previous "* ]]; then _files
  elif [[ " $folders " == *" $previous "* ]]; then _files -/
  elif [[ " $values " == *" $previous "* ]]; then return 1
  elif [[ -n "$flags" && "$current" == -* ]]; then compadd -- \${=flags}
  elif [[ -n "$takes_files" ]]; then _files
  else compadd -- \${=\${names:-$flags}}
  fi
}
if [[ "\${funcstack[1]}" == _parley ]]; then _parley "$@"
else compdef _parley parley
fi`

/** Asked for `files`, the function only says by its status whether a file follows, because fish completes files itself. */
const fish = `@COMMENT@
function __parley_complete --argument-names question
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l node ''
    set -l names
    set -l flags
    set -l values
    set -l files
    set -l folders
    set -l takes_files
    set -e words[1]
    for word in $words
        switch "$node/$word"
@STEPS@
        end
    end
    switch "$node"
@OFFERS@
    end
    set -l previous "$words[-1]"
    set -l prefix ''
    if string match -qr -- '^--[^=]+=' "$current"
        set previous (string replace -r -- '=.*' '' "$current")
        set prefix "$previous="
        set current (string replace -r -- '^[^=]*=' '' "$current")
    end
    if contains -- "$previous" $files
        test "$question" = files
    else if contains -- "$previous" $folders
        test "$question" = files; and return 1
        for folder in (__fish_complete_directories "$current" '')
            printf '%s%s\\n' "$prefix" "$folder"
        end
    else if contains -- "$previous" $values
        return 1
    else if set -q flags[1]; and string match -q -- '-*' "$current"
        test "$question" = files; and return 1
        printf '%s\\n' $flags
    else if set -q takes_files[1]
        test "$question" = files
    else
        test "$question" = files; and return 1
        set -q names[1]; or set names $flags
        printf '%s\\n' $names
    end
end
complete -c parley -f -a '(__parley_complete)'
complete -c parley -n '__parley_complete files' -F`

const templates: Record<CompletionShell, string> = { bash, zsh, fish }
