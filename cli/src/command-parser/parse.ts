import { parseArgs } from 'node:util'
import { findNearestName } from '@parley/findings/edit-distance'
import type { CommandArgument, CommandDefinition, CommandOptions } from '../command.ts'
import { usageError } from '../exit.ts'
import { toPrintable } from '../text/printable.ts'

type ParsedCommandLine = { options: Record<string, string | boolean | string[] | undefined>; args: string[] }

/** Every command accepts `--json` and `--help`. */
export const commonOptions = {
  json: {
    type: 'boolean',
    description: 'prints JSON to standard output, for programs; messages go to standard error',
  },
  help: { type: 'boolean', short: 'h', description: 'prints this help' },
} as const satisfies CommandOptions

/** Parses a command line against the options its command declares; `path` is how the user calls the command. */
export function parseCommandLine(
  path: string,
  { options, args = [] }: CommandDefinition<CommandOptions>,
  typed: readonly string[],
): ParsedCommandLine {
  const known: CommandOptions = { ...options, ...commonOptions }
  const { tokens } = parseArgs({
    args: [...typed],
    options: toParseArgsOptions(known),
    allowPositionals: true,
    ...lenientOptions,
  })
  const values: ParsedCommandLine['options'] = Object.fromEntries(
    Object.entries(known).map(([name, { type, multiple }]) => [
      name,
      multiple ? [] : type === 'boolean' ? false : undefined,
    ]),
  )
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind === 'option') readOption(token, { path, known, values })
  }
  checkArguments(path, args, positionals)
  return { options: values, args: positionals }
}

const lenientOptions = { strict: false, tokens: true } as const

const toParseArgsOptions = (options: CommandOptions) =>
  Object.fromEntries(
    Object.entries(options).map(([name, { type, short }]) => [name, { type, ...(short && { short }) }]),
  )

type OptionToken = { name: string; rawName: string; value?: string; inlineValue?: boolean }
type ParseState = { path: string; known: CommandOptions; values: ParsedCommandLine['options'] }

function readOption({ name, rawName, value, inlineValue }: OptionToken, { path, known, values }: ParseState): void {
  const option = Object.hasOwn(known, name) ? known[name] : undefined
  if (!option) throw unknownOption(rawName, Object.keys(known), path)
  if (option.type === 'boolean') {
    if (value !== undefined) throw usageError(`${rawName} does not take a value${seeHelp(path)}`)
    values[name] = true
    return
  }
  const looksLikeOption = inlineValue !== true && value !== undefined && /^-./.test(value)
  if (value === undefined || looksLikeOption) {
    throw usageError(`${rawName} needs a value: ${rawName} ${option.value ?? 'VALUE'}${seeHelp(path)}`)
  }
  if (value.trim() === '') {
    throw usageError(`${rawName} has an empty value; a variable used in it may not be set`)
  }
  const before = values[name]
  values[name] = Array.isArray(before) ? [...before, value] : value
}

function unknownOption(typed: string, names: readonly string[], path: string) {
  const meant = findNearestName(typed.replace(/^-+/, ''), names)
  return usageError(
    `Unknown option ${toPrintable(typed)}${meant ? `. Did you mean --${meant}?` : '.'}${seeHelp(path).slice(1)}`,
  )
}

function checkArguments(path: string, args: readonly CommandArgument[], values: readonly string[]): void {
  const missing = args[values.length]
  if (missing && !missing.optional)
    throw usageError(`${missing.name} is missing: ${missing.description}${seeHelp(path)}`)
  const last = args.at(-1)
  const stray = values[args.length]
  if (stray === undefined || last?.repeatable) return
  throw usageError(`Unexpected argument ${toPrintable(stray)}${seeHelp(path)}`)
}

const seeHelp = (path: string): string => `. See \`parley help ${path}\``

export function parseWholeNumber(
  option: string,
  text: string,
  { least, most }: { least: number; most: number },
): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw usageError(`${option} must be a whole number from ${least} to ${most}`)
}
