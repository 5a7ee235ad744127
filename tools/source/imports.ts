import { literalValueOf, type SourceToken, tokenize, withoutComments } from './tokens.ts'

export type ImportStatement = { specifier: string; line: number; typeOnly: boolean }

/**
 * Returns every module a file refers to: import, export from, side-effect import, and import() or require() of a
 * literal.
 */
export function listSourceImports(source: string): ImportStatement[] {
  const code = withoutComments(tokenize(source))
  return code.flatMap((token, at) => {
    if (token.kind !== 'word' || code[at - 1]?.text === '.') return []
    const found = readers[token.text]?.(code, at)
    return found ? [{ ...found, line: token.line }] : []
  })
}

type Found = Omit<ImportStatement, 'line'>
type Reader = (code: SourceToken[], at: number) => Found | undefined

const readers: Record<string, Reader | undefined> = Object.assign(Object.create(null), {
  import: readImport,
  export: readExport,
  require: readCall,
} satisfies Record<string, Reader>)

function readImport(code: SourceToken[], at: number): Found | undefined {
  const next = code[at + 1]
  if (next?.kind === 'text') return { specifier: next.text.slice(1, -1), typeOnly: false }
  if (next?.text === '(') return readCall(code, at)
  const from = fromAfter(code, at + 1)
  if (from === undefined) return undefined
  return found(code, from, onlyTypes(code.slice(at + 1, from)))
}

function readExport(code: SourceToken[], at: number): Found | undefined {
  const typeOnly = code[at + 1]?.text === 'type'
  const start = typeOnly ? at + 2 : at + 1
  if (code[start]?.text !== '{' && code[start]?.text !== '*') return undefined
  const from = fromAfter(code, start)
  if (from === undefined) return undefined
  return found(code, from, onlyTypes(code.slice(at + 1, from)))
}

function readCall(code: SourceToken[], at: number): Found | undefined {
  const specifier = code[at + 1]?.text === '(' ? literalValueOf(code[at + 2]) : undefined
  return specifier === undefined ? undefined : { specifier, typeOnly: code[at - 1]?.text === 'typeof' }
}

function found(code: SourceToken[], from: number, typeOnly: boolean): Found {
  return { specifier: code[from + 1]?.text.slice(1, -1) ?? '', typeOnly }
}

/** Finds the `from` of a clause; a clause contains only names, braces, commas and a star. */
function fromAfter(code: SourceToken[], start: number): number | undefined {
  for (let at = start; at < code.length; at++) {
    const token = code[at]
    if (token?.text === 'from' && code[at + 1]?.kind === 'text') return at
    const belongs = token?.kind === 'word' || token?.kind === 'text' || /^[{},*]$/.test(token?.text ?? '')
    if (!belongs) return undefined
  }
  return undefined
}

/** `import type …`, or braces in which every name has `type`. */
function onlyTypes(clause: SourceToken[]): boolean {
  const texts = clause.map((token) => token.text)
  if (texts[0] === 'type' && texts.length > 1 && texts[1] !== ',') return true
  if (texts[0] !== '{' || texts.at(-1) !== '}') return false
  const names = texts.slice(1, -1).join(' ').split(' , ').filter(Boolean)
  return names.length > 0 && names.every((name) => /^type (?!as \S+$|,|$)/.test(name))
}
