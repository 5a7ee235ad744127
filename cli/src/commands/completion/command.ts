import { type Command, defineCommand } from '../../command.ts'
import { exitCodes, usageError } from '../../exit.ts'
import { toPrintable } from '../../text/printable.ts'
import { listNodes } from './nodes.ts'
import { completionShells, formatCompletion } from './scripts.ts'

/** `root` returns the table of all commands, which contains this one. */
export const createCompletionCommand = (root: () => Command) =>
  defineCommand({
    name: 'completion',
    summary: 'print a script that completes commands and options in a shell',
    about:
      'prints a script for bash, zsh or fish, made from the commands of this version, after which the\nTab key completes commands, options, events and file names. Add this line to ~/.bashrc, or with\nzsh to ~/.zshrc:\nsource <(parley completion bash)\nfish reads the script from a file of ~/.config/fish/completions.',
    args: [{ name: 'SHELL', description: 'the shell: bash, zsh or fish', choices: completionShells }],
    options: {},
    examples: [
      ['parley completion bash > parley.bash', 'saves the script, for `source parley.bash`'],
      [
        'parley completion bash > ~/.local/share/bash-completion/completions/parley',
        'with the package bash-completion',
      ],
      ['parley completion zsh > parley.zsh', 'saves the script, for `source parley.zsh`'],
      ['parley completion fish > ~/.config/fish/completions/parley.fish', 'for every new fish'],
    ],
    next: ['Open a new shell, type `parley ` and press Tab twice'],
    async run({ options, args: [shell = ''], io, json }) {
      const known = completionShells.find((one) => one === shell)
      if (known === undefined)
        throw usageError(`There is no completion for ${toPrintable(shell)}; use one of: ${completionShells.join(', ')}`)
      const script = formatCompletion(listNodes(root()), known)
      json({ shell, script })
      if (!options.json) io.out(`${script}\n`)
      return exitCodes.passed
    },
  })
