import { createHash } from 'node:crypto'

/** The PostgreSQL types of parameters with the values that they take. `json` takes serialized JSON. */
type ScalarTypes = { bigint: number; boolean: boolean; json: string; text: string; timestamptz: Date }
type SqlType = keyof ScalarTypes | `${keyof ScalarTypes}[]`
type SqlTypeValue<Type extends SqlType> = Type extends keyof ScalarTypes
  ? ScalarTypes[Type]
  : Type extends `${infer Element extends keyof ScalarTypes}[]`
    ? readonly (ScalarTypes[Element] | null)[]
    : never

export type SqlParameters = Readonly<Record<string, SqlType>>
export type ParameterValues<Parameters extends SqlParameters> = {
  readonly [Name in keyof Parameters]: SqlTypeValue<Parameters[Name]>
}

/** A statement as the driver takes it: the parameters are `$1`, `$2` and so on. */
export type BoundStatement = { name: string; text: string; values: unknown[] }
export type PreparedStatement<Parameters extends SqlParameters> = (
  values: ParameterValues<Parameters>,
) => BoundStatement

type StatementDefinition<Parameters extends SqlParameters, Text extends string> = {
  name: string
  parameters: Parameters
  text: Text
}

/**
 * Defines a statement whose text names its parameters, such as `:agentKey` or `:asids::text[]`. The compiler refuses a
 * parameter that the text does not use, a placeholder that is no parameter, and a call with other values. It cannot see
 * into interpolated text of the type `string`, so the definition also checks the whole text, when its module is loaded.
 *
 * A larger text is composed of fragments: constants with `parameters` and `text`, declared `as const`. The text must
 * name its columns, because `select *` would fail on old connections after a migration.
 */
export function defineStatement<const Parameters extends SqlParameters, const Text extends string>(
  definition: StatementDefinition<Parameters, Text> & MistakeIn<Text, keyof Parameters & string>,
): PreparedStatement<Parameters> {
  const { name, parameters }: StatementDefinition<Parameters, Text> = definition
  const names = Object.keys(parameters)
  const text = numberParameters(definition, names)
  return (values) => ({ name, text, values: names.map((parameter) => values[parameter]) })
}

/** `unknown`, or a property that no definition has: the compiler then reports it with the names. */
type MistakeIn<Text extends string, Name extends string> = [
  UnusedNames<Text, Name> | UndeclaredPlaceholders<Text, Name>,
] extends [never]
  ? unknown
  : { mistake: { unused: UnusedNames<Text, Name>; undeclared: UndeclaredPlaceholders<Text, Name> } }

type UnusedNames<Text extends string, Name extends string> = Name extends string
  ? Text extends `${string}:${Name}${string}`
    ? never
    : Name
  : never

type UndeclaredPlaceholders<Text extends string, Name extends string> = Text extends `${string}:${infer After}`
  ? After extends `:${infer AfterCast}`
    ? UndeclaredPlaceholders<AfterCast, Name>
    : After extends `${LowercaseLetter}${string}`
      ? After extends `${Name}${string}`
        ? UndeclaredPlaceholders<After, Name>
        : After
      : UndeclaredPlaceholders<After, Name>
  : never

// biome-ignore format: one list
type LowercaseLetter =
  | 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm'
  | 'n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z'

/** Quoted text, comments, casts and placeholders. */
const tokens = /'[^']*'|"[^"]*"|--.*|\/\*[\s\S]*?\*\/|::|:([a-z]\w*)/g
const placeholder = /(?<!:):[a-z]/

/** Replaces each placeholder by its number: the position of its name in `names`. */
function numberParameters({ name, text }: { name: string; text: string }, names: readonly string[]): string {
  const refuse = (problem: string): never => {
    throw new Error(`The prepared statement ${name} ${problem}`)
  }
  // Neither positional parameters, which would mix with ours, nor quotes that `tokens` does not know: $$…$$ and E'\''.
  if (/[$\\]/.test(text)) refuse('contains a dollar sign or a backslash; use named parameters and plain quotes')
  const unused = new Set(names)
  const numbered = text.replace(tokens, (token, parameter?: string) => {
    if (parameter === undefined) {
      return placeholder.test(token) ? refuse(`contains a placeholder in quotes or in a comment: ${token}`) : token
    }
    const position = names.indexOf(parameter) + 1
    if (position === 0) refuse(`uses :${parameter}, which is not among its parameters: ${names.join(', ')}`)
    unused.delete(parameter)
    return `$${position}`
  })
  if (unused.size > 0) refuse(`does not use its parameters ${[...unused].join(', ')}`)
  return numbered
}

/** The number of statements that one connection prepares; docs/decisions/query-plans.md has their memory. */
export const maxNamedPerConnection = 200
/** More values than the widest row has: a list of rows whose text changes with their number. */
const maxValues = 64
const maxTextLength = 20_000
const maxKnownTexts = 2_000

/** The texts seen so far, the oldest first: with a name from the second time on. */
const knownTexts = new Map<string, string | undefined>()
const isPlanned = /^\s*(select|insert|update|delete|with)\b/i

/** A name that is the same in every process: two connections that share a pooler agree about it. */
export const nameOfText = (text: string): string =>
  `p_${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`

/**
 * Returns the name under which a connection prepares the statement, or undefined for one that is not worth it: without
 * values, with a list of rows, or executed for the first time (a text that occurs once would only displace others).
 */
export function findStatementName(text: string, values: readonly unknown[]): string | undefined {
  if (values.length === 0 || values.length > maxValues || text.length > maxTextLength) return undefined
  const isKnown = knownTexts.has(text)
  const name = knownTexts.get(text)
  if (name !== undefined) return name
  const given = isKnown && isPlanned.test(text) ? nameOfText(text) : undefined
  knownTexts.delete(text)
  knownTexts.set(text, given)
  if (knownTexts.size > maxKnownTexts) evictOldest()
  return given
}

function evictOldest(): void {
  const [oldest] = knownTexts.keys()
  if (oldest !== undefined) knownTexts.delete(oldest)
}
