import {
  Composer,
  type Document,
  isAlias,
  isScalar,
  isSeq,
  Lexer,
  type Pair,
  type ParsedNode,
  Parser,
  Scalar,
} from 'yaml'

const number = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/
const words = new Map<string, boolean | null>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
])

/**
 * Interprets an unquoted scalar as YAML's core schema does, except that anything a number would not print back exactly
 * stays text. `+14155550100` is a phone number and `012` an extension; hexadecimal and octal forms, infinity, and
 * anything that is not a JSON number are text too.
 */
function parsePlainScalar(source: string): string | number | boolean | null {
  const word = words.get(source)
  if (word !== undefined) return word
  return number.test(source) && isKept(source) ? Number(source) : source
}

/** A number represents 15 digits exactly; beyond that, only values that print back the same. */
function isKept(source: string): boolean {
  const value = Number(source)
  if (!Number.isFinite(value)) return false
  const [mantissa = ''] = source.toLowerCase().split('e')
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '')
  if (value === 0) return digits === ''
  return digits.length <= 15 || String(value) === source
}

/** `allowsScalarKeys`: a key such as `200` is read as text; else every key must be text. */
export type YamlOptions = { allowsScalarKeys?: boolean }

export type YamlResult = { ok: true; value: unknown } | { ok: false; message: string; line?: number; column?: number }

class YamlError extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

/** None of our documents comes close, and the stack allows more. */
const maxDepth = 100

/** Parses one YAML document with JSON values only: no aliases, tags or merges, and only string keys. */
export function parseYaml(text: string, options: YamlOptions = {}): YamlResult {
  try {
    return { ok: true, value: valueIn(documentIn(text), options) }
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    const before = text.slice(0, error.at)
    const column = before.length - before.lastIndexOf('\n')
    return { ok: false, message: error.message, line: before.split('\n').length, column }
  }
}

function documentIn(text: string): ParsedNode | null {
  // The failsafe schema returns scalars as written; this file decides their meaning. The library's own check for
  // duplicate keys takes quadratic time.
  const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, resolveKnownTags: false, logLevel: 'silent' })
  let only: Document.Parsed | undefined
  for (const document of composer.compose(tokensOf(text), true, text.length)) {
    if (only) throw new YamlError('There is more than one document; only one is allowed', document.range[0])
    const [error] = document.errors
    if (error) throw new YamlError(quoteText(error.message, 200), error.pos[0])
    only = document as Document.Parsed
  }
  return only?.contents ?? null
}

/** The composer recurses per level, so input that is too deep must not reach it. */
function* tokensOf(text: string) {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    if (parser.stack.length > maxDepth)
      throw new YamlError(`This is nested more than ${maxDepth} levels deep`, parser.offset)
  }
  yield* parser.end()
}

function valueIn(node: ParsedNode | null, options: YamlOptions): unknown {
  if (node === null) return null
  if (isAlias(node)) throw new YamlError('Aliases are not supported: write out the value', node.range[0])
  if (node.tag !== undefined)
    throw new YamlError('Tags are not supported: put the text in quotes instead', node.range[0])
  if (isScalar(node)) return node.type === Scalar.PLAIN ? parsePlainScalar(String(node.source)) : node.value
  return isSeq<ParsedNode>(node) ? node.items.map((item) => valueIn(item, options)) : mapIn(node.items, options)
}

function mapIn(pairs: readonly Pair<ParsedNode, ParsedNode | null>[], options: YamlOptions): Record<string, unknown> {
  const map: Record<string, unknown> = {}
  for (const { key, value } of pairs) {
    const name = keyIn(key, options)
    if (Object.hasOwn(map, name)) throw new YamlError(`The key “${quoteText(name, 40)}” is duplicated`, key.range[0])
    map[name] = valueIn(value, options)
  }
  return map
}

function keyIn(node: ParsedNode, options: YamlOptions): string {
  const key = options.allowsScalarKeys && isScalar(node) ? String(node.source) : valueIn(node, options)
  const refuse = (message: string) => new YamlError(message, node.range[0])
  if (typeof key !== 'string') throw refuse('Every key must be text: put a number or another value in quotes')
  if (key === '__proto__') throw refuse('The key “__proto__” is not allowed')
  if (key === '<<' && isScalar(node) && node.type === Scalar.PLAIN)
    throw refuse('Merge keys are not supported: write out the fields')
  return key
}

/** Shortens a value for display in an error message. */
function quoteText(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text
}
