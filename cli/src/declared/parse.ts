import { parseArgs } from 'node:util'
import type { Argument, Declared, Options } from '../command.ts'
import { misused } from '../exit.ts'
import { plain } from '../text/plain.ts'
import { nearest } from './nearest.ts'

type Parsed = { options: Record<string, string | boolean | string[] | undefined>; args: string[] }

/** `--json` and `--help` are everywhere. */
export const commonOptions = {
  json: { type: 'boolean', says: 'prints JSON on the standard output, for programs; words go to the standard error' },
  help: { type: 'boolean', short: 'h', says: 'prints this' },
} as const satisfies Options

/** Reads a command line by what its command has declared; `path` is how the command is called. */
export function parse(path: string, { options, args = [] }: Declared<Options>, typed: readonly string[]): Parsed {
  const known: Options = { ...options, ...commonOptions }
  const { tokens } = parseArgs({ args: [...typed], options: shapesOf(known), allowPositionals: true, ...lenient })
  const values: Parsed['options'] = Object.fromEntries(
    Object.entries(known).map(([name, { type, multiple }]) => [
      name,
      multiple ? [] : type === 'boolean' ? false : undefined,
    ]),
  )
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind === 'option') take(token, { path, known, values })
  }
  refuseArguments(path, args, positionals)
  return { options: values, args: positionals }
}

const lenient = { strict: false, tokens: true } as const

const shapesOf = (options: Options) =>
  Object.fromEntries(
    Object.entries(options).map(([name, { type, short }]) => [name, { type, ...(short && { short }) }]),
  )

type Given = { name: string; rawName: string; value?: string; inlineValue?: boolean }
type Read = { path: string; known: Options; values: Parsed['options'] }

function take({ name, rawName, value, inlineValue }: Given, { path, known, values }: Read): void {
  const option = Object.hasOwn(known, name) ? known[name] : undefined
  if (!option) throw unknownOption(rawName, Object.keys(known), path)
  if (option.type === 'boolean') {
    if (value !== undefined) throw misused(`${rawName} takes no value${seeHelp(path)}`)
    values[name] = true
    return
  }
  const looksLikeOption = inlineValue !== true && value !== undefined && /^-./.test(value)
  if (value === undefined || looksLikeOption) {
    throw misused(`${rawName} needs a value: ${rawName} ${option.value ?? 'VALUE'}${seeHelp(path)}`)
  }
  if (value.trim() === '') {
    throw misused(`${rawName} has an empty value; a variable that it is made of may not be set`)
  }
  const before = values[name]
  values[name] = Array.isArray(before) ? [...before, value] : value
}

function unknownOption(typed: string, names: readonly string[], path: string) {
  const meant = nearest(typed.replace(/^-+/, ''), names)
  return misused(
    `There is no option ${plain(typed)}${meant ? `. Did you mean --${meant}?` : '.'}${seeHelp(path).slice(1)}`,
  )
}

function refuseArguments(path: string, args: readonly Argument[], given: readonly string[]): void {
  const missing = args[given.length]
  if (missing && !missing.optional) throw misused(`${missing.name} is missing: ${missing.says}${seeHelp(path)}`)
  const last = args.at(-1)
  const stray = given[args.length]
  if (stray === undefined || last?.several) return
  throw misused(`${plain(stray)} is one word too many${seeHelp(path)}`)
}

const seeHelp = (path: string): string => `. See \`parley help ${path}\``
