import type { ExitCode } from './exit.ts'
import type { Io } from './io.ts'
import type { Paint } from './text/paint.ts'

/*
 * How a command of `parley` is declared, all of them in the same way. A command is a folder of `commands/` whose
 * `command.ts` exports it, and a line in the table of `parley.ts`:
 *
 *   export const exportCommand = defineCommand({
 *     name: 'export',
 *     summary: 'print an agent as one document',            // in the list of commands
 *     about: 'Prints the whole configuration of an agent.', // the first words of its help
 *     args: [{ name: 'FILE', description: 'the document', optional: true }],
 *     options: { ...agentOptions, out: { type: 'string', value: 'FILE', description: 'writes it to a file instead' } },
 *     examples: [['parley agents export --out desk.yaml', 'keeps it in a file']],
 *     next: ['`parley agents import desk.yaml` puts it back'],
 *     async run({ options, args, io, print, paint, json }) {
 *       const { client } = await connectToAgent(options, io) // connection/connect.ts; connectToParley without an agent
 *       …
 *       return exitCodes.passed
 *     },
 *   })
 *
 *   export const agentsCommand = defineGroup({ name: 'agents', summary: …, about: …, commands: [listCommand, exportCommand] })
 *
 * What everybody gets for it: the options read and refused with the nearest one suggested, `--help`, and `--json`, with
 * which the standard output belongs to programs: `print` writes to the standard error then, and `json` to the standard
 * output, which it else leaves alone. What is thrown ends the command: a `CommandError` with its exit code and message, errors of
 * the SDK with a message for them (command-error.ts); with `--json` as `{ exitCode, error }` on the standard output, too.
 */

export type CommandOption = {
  type: 'string' | 'boolean'
  /** May be repeated: the value is a list. */
  multiple?: true
  /** `o` for `-o`. */
  short?: string
  /** What stands for its value in the help, `FILE`. */
  value?: string
  /** What it means, half a sentence. */
  description: string
  /** The heading in the help it stands under; `Options` when left out. */
  heading?: string
}
export type CommandOptions = Readonly<Record<string, CommandOption>>

export type CommandArgument = { name: string; description: string; optional?: true; repeatable?: true }

export type OptionValues<O extends CommandOptions> = {
  [Name in keyof O]: O[Name] extends { type: 'boolean' }
    ? boolean
    : O[Name] extends { multiple: true }
      ? string[]
      : string | undefined
}

/** One call of a command. */
export type CommandCall<O extends CommandOptions = CommandOptions> = {
  options: OptionValues<O> & { json: boolean }
  args: string[]
  io: Io
  /** A line for people. */
  print(line: string): void
  /** How wide the terminal is that shows what is said; undefined where none does. */
  columns?: number
  /** Colours what is said, where whoever reads it sees colours. */
  paint: Paint
  /** What a program reads: nothing is printed without `--json`. Said twice, it is two documents, a line each. */
  json(value: unknown): void
}

type CommandInfo = {
  /** As it is called, `export`. */
  name: string
  aliases?: readonly string[]
  /** In the list of commands: begins small, ends without a full stop. */
  summary: string
  /** What it is for, and what there is to know; lines of at most 95 letters. */
  about: string
  /** A line as it is typed, and what it does. */
  examples: readonly (readonly [line: string, description: string])[]
  /** What to do afterwards, a sentence each. */
  next?: readonly string[]
}

export type CommandDefinition<O extends CommandOptions> = CommandInfo & {
  args?: readonly CommandArgument[]
  options: O
  /** What its exits mean, where the usual words do not say it. */
  exitDescriptions?: Partial<Record<ExitCode, string>>
  run(call: CommandCall<O>): Promise<ExitCode>
}

export type CommandGroup = CommandInfo & { commands: readonly Command[] }

/** Either kind, whatever its options are. */
export type Command =
  | { kind: 'command'; definition: CommandDefinition<CommandOptions> }
  | { kind: 'group'; definition: CommandGroup }

export const defineCommand = <const O extends CommandOptions>(definition: CommandDefinition<O>): Command => ({
  kind: 'command',
  // Values are read by the options that stand beside them.
  definition: definition as unknown as CommandDefinition<CommandOptions>,
})

export const defineGroup = (definition: CommandGroup): Command => ({ kind: 'group', definition })
