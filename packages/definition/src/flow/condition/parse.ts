import { flowBounds } from '../bounds.ts'
import { type Comparison, type Condition, type ConditionValue, comparisons } from './condition.ts'

/** Columns are 1-based. */
type ConditionToken = { kind: 'word' | 'quoted' | 'sign' | 'end'; text: string; column: number }

class ConditionSyntaxError extends Error {
  readonly column: number
  constructor(message: string, column: number) {
    super(message)
    this.column = column
  }
}

const lexeme =
  /(?<sign>==|!=|<=|>=|[<>()[\],])|"(?<double>(?:[^"\\]|\\.)*)"|'(?<single>(?:[^'\\]|\\.)*)'|(?<word>[^\s()[\],"'=!<>]+)/sy

/** Splits a condition into tokens; the last token is always `end`. */
function tokenizeCondition(source: string): ConditionToken[] {
  const tokens: ConditionToken[] = []
  let at = afterSpace(source, 0)
  while (at < source.length) {
    lexeme.lastIndex = at
    const found = lexeme.exec(source)
    if (!found) throw new ConditionSyntaxError(createStrayCharacterError(source.charAt(at)), at + 1)
    tokens.push({ ...tokenOf(found), column: at + 1 })
    at = afterSpace(source, lexeme.lastIndex)
  }
  return [...tokens, { kind: 'end', text: '', column: source.length + 1 }]
}

function afterSpace(source: string, at: number): number {
  let next = at
  while (next < source.length && source.charAt(next).trim() === '') next++
  return next
}

function tokenOf({ groups = {} }: RegExpExecArray): Omit<ConditionToken, 'column'> {
  const quoted = groups.double ?? groups.single
  if (quoted !== undefined) return { kind: 'quoted', text: quoted.replaceAll(/\\(.)/gs, '$1') }
  return groups.sign === undefined ? { kind: 'word', text: groups.word ?? '' } : { kind: 'sign', text: groups.sign }
}

function createStrayCharacterError(character: string): string {
  if (character === '=') return 'use == to compare'
  if (character === '!') return 'use != to compare, or not'
  return 'this quote is not closed'
}

export type ParsedCondition = { ok: true; condition: Condition } | { ok: false; message: string; column: number }

/** Maximum nesting of parentheses and nots: far more than anyone reads, far less than the stack allows. */
const maxDepth = 50

export const reservedWords = ['and', 'or', 'not', 'in', 'exists'] as const

/** Parses a branch condition. The column of a problem is 1-based. */
export function parseCondition(source: string): ParsedCondition {
  if (source.length > flowBounds.condition) {
    return {
      ok: false,
      message: `it has more than ${flowBounds.condition} characters`,
      column: flowBounds.condition + 1,
    }
  }
  try {
    const reader: Reader = { tokens: tokenizeCondition(source), at: 0 }
    const condition = readAny(reader, 0)
    if (peek(reader).kind !== 'end')
      throw unexpected(reader, '“and”, “or” or the end of the condition; quote a value of several words')
    return { ok: true, condition }
  } catch (problem) {
    if (problem instanceof ConditionSyntaxError) return { ok: false, message: problem.message, column: problem.column }
    throw problem
  }
}

type Reader = { tokens: ConditionToken[]; at: number }

/** `or` binds loosest, then `and`, then `not`. */
function readAny(reader: Reader, depth: number): Condition {
  const conditions = [readAll(reader, depth)]
  while (acceptWord(reader, 'or')) conditions.push(readAll(reader, depth))
  return joined('or', conditions)
}

function readAll(reader: Reader, depth: number): Condition {
  const conditions = [readOne(reader, depth)]
  while (acceptWord(reader, 'and')) conditions.push(readOne(reader, depth))
  return joined('and', conditions)
}

function joined(kind: 'and' | 'or', conditions: [Condition, ...Condition[]] | Condition[]): Condition {
  const [only] = conditions
  return only && conditions.length === 1 ? only : { kind, conditions }
}

function readOne(reader: Reader, depth: number): Condition {
  if (depth > maxDepth) throw new ConditionSyntaxError('it is nested too deeply', peek(reader).column)
  if (acceptWord(reader, 'not')) return { kind: 'not', condition: readOne(reader, depth + 1) }
  if (!acceptSign(reader, '(')) return readComparison(reader)
  const inner = readAny(reader, depth + 1)
  if (!acceptSign(reader, ')')) throw unexpected(reader, 'a closing parenthesis')
  return inner
}

function readComparison(reader: Reader): Condition {
  const { kind, text: operand } = peek(reader)
  if (kind !== 'word' || isReserved(operand)) throw unexpected(reader, 'a slot, a Person field or last.ok')
  reader.at++
  const next = peek(reader)
  if (next.kind === 'sign' && isComparison(next.text)) {
    reader.at++
    return { kind: 'compare', operand, comparison: next.text, value: readValue(reader) }
  }
  if (!acceptWord(reader, 'not')) return readTest(reader, operand) ?? { kind: 'holds', operand }
  const condition = readTest(reader, operand)
  if (!condition) throw unexpected(reader, 'in or exists')
  return { kind: 'not', condition }
}

function readTest(reader: Reader, operand: string): Condition | undefined {
  if (acceptWord(reader, 'exists')) return { kind: 'exists', operand }
  return acceptWord(reader, 'in') ? { kind: 'in', operand, values: readList(reader) } : undefined
}

function readList(reader: Reader): ConditionValue[] {
  if (!acceptSign(reader, '[')) throw unexpected(reader, 'a list such as [a, b]')
  const values = [readValue(reader)]
  while (acceptSign(reader, ',')) values.push(readValue(reader))
  if (!acceptSign(reader, ']'))
    throw unexpected(reader, 'a comma or a closing bracket; put a value of several words in quotes')
  return values
}

function readValue(reader: Reader): ConditionValue {
  const { kind, text } = peek(reader)
  const isValue = kind === 'quoted' || (kind === 'word' && !isReserved(text))
  if (!isValue) throw unexpected(reader, 'a value; put it in quotes if it contains special characters')
  reader.at++
  return kind === 'quoted' ? text : bareValue(text)
}

/** A code with leading zeros, or with more digits than a number can represent, stays text. */
function bareValue(word: string): ConditionValue {
  if (/^(true|false)$/i.test(word)) return word.toLowerCase() === 'true'
  return /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,6})?$/.test(word) ? Number(word) + 0 : word
}

function isReserved(word: string): boolean {
  return (reservedWords as readonly string[]).includes(word.toLowerCase())
}

function isComparison(sign: string): sign is Comparison {
  return (comparisons as readonly string[]).includes(sign)
}

function peek({ tokens, at }: Reader): ConditionToken {
  return tokens[at] as ConditionToken
}

function acceptWord(reader: Reader, word: (typeof reservedWords)[number]): boolean {
  const { kind, text } = peek(reader)
  const isThere = kind === 'word' && text.toLowerCase() === word
  if (isThere) reader.at++
  return isThere
}

function acceptSign(reader: Reader, sign: string): boolean {
  const { kind, text } = peek(reader)
  const isThere = kind === 'sign' && text === sign
  if (isThere) reader.at++
  return isThere
}

function unexpected(reader: Reader, wanted: string): ConditionSyntaxError {
  const { kind, text, column } = peek(reader)
  const found = kind === 'end' ? 'the end' : `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`
  return new ConditionSyntaxError(`found ${found}, expected ${wanted}`, column)
}
