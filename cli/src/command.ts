import type { ExitCode } from './exit.ts'
import type { Io } from './io.ts'
import type { Paint } from './text/paint.ts'

/*
 * Every command of `parley` is declared in the same way. A command is a folder in `commands/` whose `command.ts`
 * exports it, and a line in the table of `parley.ts`:
 *
 *   export const exportCommand = defineCommand({
 *     name: 'export',
 *     summary: 'print an agent as one document',            // shown in the list of commands
 *     about: 'Prints the whole configuration of an agent.', // the start of its help
 *     args: [{ name: 'FILE', description: 'the document', optional: true }],
 *     options: { ...agentOptions, out: { type: 'string', value: 'FILE', description: 'writes it to a file instead' } },
 *     examples: [['parley agents export --out desk.yaml', 'saves it in a file']],
 *     next: ['`parley agents import desk.yaml` restores it'],
 *     async run({ options, args, io, print, paint, json }) {
 *       const { client } = await connectToAgent(options, io) // connection/connect.ts; connectToParley without an agent
 *       …
 *       return exitCodes.passed
 *     },
 *   })
 *
 * export const agentsCommand = defineGroup({ name: 'agents', summary: …, about: …, commands: [listCommand,
 * exportCommand] })
 *
 * Every command gets option parsing (an unknown option is rejected with the nearest name as a suggestion), `--help` and
 * `--json`. With `--json` the standard output is for programs: `print` writes to the standard error, and `json`, which
 * otherwise does nothing, writes to the standard output. A thrown error ends the command: a `CommandError` with its
 * exit code and message, SDK errors with a message from exit.ts. With `--json` the error is also written to
 * the standard output as `{ exitCode, error }`.
 */

export type CommandOption = {
  type: 'string' | 'boolean'
  /** Repeatable: the value is a list. */
  multiple?: true
  /** Single-letter alias: `o` for `-o`. */
  short?: string
  /** Placeholder for its value in the help, for example `FILE`. */
  value?: string
  /** Half a sentence for the help. */
  description: string
  /** Heading that lists it in the help; defaults to `Options`. */
  heading?: string
}
export type CommandOptions = Readonly<Record<string, CommandOption>>

export type CommandArgument = {
  name: string
  description: string
  optional?: true
  repeatable?: true
  /** Its possible values, for completion in a shell. */
  choices?: readonly string[]
}

export type OptionValues<O extends CommandOptions> = {
  [Name in keyof O]: O[Name] extends { type: 'boolean' }
    ? boolean
    : O[Name] extends { multiple: true }
      ? string[]
      : string | undefined
}

export type CommandCall<O extends CommandOptions = CommandOptions> = {
  options: OptionValues<O> & { json: boolean }
  args: string[]
  io: Io
  print(line: string): void
  /** Width of the terminal that shows the output; undefined if the output is not a terminal. */
  columns?: number
  /** Colors text if the output supports colors. */
  paint: Paint
  /**
   * Prints machine-readable output; does nothing without `--json`. Each call prints one document on a line of its own.
   */
  json(value: unknown): void
}

type CommandInfo = {
  /** As the user types it, for example `export`. */
  name: string
  aliases?: readonly string[]
  /** For the list of commands: starts in lower case, ends without a period. */
  summary: string
  /** The purpose of the command, in lines of at most 95 characters. */
  about: string
  /** A command line and what it does. */
  examples: readonly (readonly [line: string, description: string])[]
  /** Suggested next steps, one sentence each. */
  next?: readonly string[]
}

export type CommandDefinition<O extends CommandOptions> = CommandInfo & {
  args?: readonly CommandArgument[]
  options: O
  /** Meanings of its exit codes, where they differ from the default descriptions. */
  exitDescriptions?: Partial<Record<ExitCode, string>>
  run(call: CommandCall<O>): Promise<ExitCode>
}

export type CommandGroup = CommandInfo & {
  commands: readonly Command[]
  /** One of the commands; runs if none is named. */
  defaultCommand?: Command
}

/** A command or a group, whatever its options are. */
export type Command =
  | { kind: 'command'; definition: CommandDefinition<CommandOptions> }
  | { kind: 'group'; definition: CommandGroup }

export const defineCommand = <const O extends CommandOptions>(definition: CommandDefinition<O>): Command => ({
  kind: 'command',
  // Safe: the values are parsed by the options of this same definition.
  definition: definition as unknown as CommandDefinition<CommandOptions>,
})

export const defineGroup = (definition: CommandGroup): Command => ({ kind: 'group', definition })
