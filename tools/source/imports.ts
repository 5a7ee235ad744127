import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWorkspace, resolveImportTarget } from '../boundaries/source-locations.ts'
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
    const statement = readers[token.text]?.(code, at)
    return statement ? [{ ...statement, line: token.line }] : []
  })
}

type ImportClause = Omit<ImportStatement, 'line'>
type Reader = (code: SourceToken[], at: number) => ImportClause | undefined

const readers: Record<string, Reader | undefined> = Object.assign(Object.create(null), {
  import: readImport,
  export: readExport,
  require: readCall,
} satisfies Record<string, Reader>)

function readImport(code: SourceToken[], at: number): ImportClause | undefined {
  const next = code[at + 1]
  if (next?.kind === 'text') return { specifier: next.text.slice(1, -1), typeOnly: false }
  if (next?.text === '(') return readCall(code, at)
  const from = findFrom(code, at + 1)
  if (from === undefined) return undefined
  return statement(code, from, onlyTypes(code.slice(at + 1, from)))
}

function readExport(code: SourceToken[], at: number): ImportClause | undefined {
  const typeOnly = code[at + 1]?.text === 'type'
  const start = typeOnly ? at + 2 : at + 1
  if (code[start]?.text !== '{' && code[start]?.text !== '*') return undefined
  const from = findFrom(code, start)
  if (from === undefined) return undefined
  return statement(code, from, onlyTypes(code.slice(at + 1, from)))
}

function readCall(code: SourceToken[], at: number): ImportClause | undefined {
  const specifier = code[at + 1]?.text === '(' ? literalValueOf(code[at + 2]) : undefined
  return specifier === undefined ? undefined : { specifier, typeOnly: code[at - 1]?.text === 'typeof' }
}

function statement(code: SourceToken[], from: number, typeOnly: boolean): ImportClause {
  return { specifier: code[from + 1]?.text.slice(1, -1) ?? '', typeOnly }
}

/** Finds the `from` of a clause; a clause contains only names, braces, commas and a star. */
function findFrom(code: SourceToken[], start: number): number | undefined {
  for (let at = start; at < code.length; at++) {
    const token = code[at]
    if (token?.text === 'from' && code[at + 1]?.kind === 'text') return at
    const isClauseToken = token?.kind === 'word' || token?.kind === 'text' || /^[{},*]$/.test(token?.text ?? '')
    if (!isClauseToken) return undefined
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

/**
 * Files of the checkout that a file imports, directly or transitively. Type-only imports do not count: they are erased
 * at run time.
 */
export class ImportGraph {
  private readonly root: string
  private readonly workspace: ReturnType<typeof readWorkspace>
  private readonly direct = new Map<string, string[]>()
  private readonly reached = new Map<string, ReadonlySet<string>>()

  constructor(root: string) {
    this.root = root
    this.workspace = readWorkspace(root)
  }

  /** The file itself and everything it imports. */
  reachedFrom(file: string): ReadonlySet<string> {
    const cached = this.reached.get(file)
    if (cached) return cached
    const statement = new Set([file])
    for (const reachedFile of statement) for (const next of this.importsOf(reachedFile)) statement.add(next)
    this.reached.set(file, statement)
    return statement
  }

  private importsOf(file: string): string[] {
    const cached = this.direct.get(file)
    if (cached) return cached
    const statement = readImports(join(this.root, file)).flatMap(({ specifier, typeOnly }) => {
      const target = typeOnly ? undefined : resolveImportTarget(file, specifier, this.workspace)
      return target?.kind === 'file' ? [target.location.file] : []
    })
    this.direct.set(file, statement)
    return statement
  }
}

function readImports(path: string): ReturnType<typeof listSourceImports> {
  try {
    return listSourceImports(readFileSync(path, 'utf8'))
  } catch {
    // The file does not exist or is not code.
    return []
  }
}
