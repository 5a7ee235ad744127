// TypeScript 7 has no compiler API, so the checks read code as a list of tokens. Positions are exact; JSX text may be
// tokenized oddly, which affects none of the checks.

export type TokenKind = 'word' | 'text' | 'template' | 'pattern' | 'comment' | 'mark'
export type SourceToken = { kind: TokenKind; text: string; line: number }

const space = /\s+/y
const comment = /\/\/.*|\/\*[\s\S]*?\*\//y
const text = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/y
const word = /[\w$\u0080-\uffff]+/y
const pattern = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y
const templatePiece = /[`}](?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y
const mark = /=>|\.\.\.|\?\.|&&|\|\||\?\?|[\s\S]/y

const beforePattern = new Set(
  'return typeof case in of delete void throw new else do await yield instanceof'.split(' '),
)

export function tokenize(source: string): SourceToken[] {
  return new Lexer(source).run()
}

export function withoutComments(all: SourceToken[]): SourceToken[] {
  return all.filter((token) => token.kind !== 'comment')
}

/** Returns the value of a string or of a template without expressions. */
export function literalValueOf(token: SourceToken | undefined): string | undefined {
  if (token?.kind !== 'text' && !(token?.kind === 'template' && token.text.endsWith('`'))) return undefined
  return token.text.slice(1, -1)
}

class Lexer {
  private readonly source: string
  private readonly found: SourceToken[] = []
  private at = 0
  private line = 1
  /** Number of open braces inside each open template expression. */
  private readonly templates: number[] = []
  private last: SourceToken | undefined

  constructor(source: string) {
    this.source = source
  }

  run(): SourceToken[] {
    if (this.source.startsWith('#!')) this.take('comment', /.*/y)
    while (this.at < this.source.length) this.step()
    return this.found
  }

  private step(): void {
    if (this.skip(space) || this.take('comment', comment) || this.take('text', text) || this.take('word', word)) return
    const char = this.source[this.at]
    if (char === '/' && this.patternMayStand() && this.take('pattern', pattern)) return
    if (this.takeTemplate(char)) return
    if (this.templates.length > 0) this.countBrace(char)
    this.take('mark', mark)
  }

  /**
   * A template is tokenized in pieces: from its start or the end of an expression to the next expression or its end.
   */
  private takeTemplate(char: string | undefined): boolean {
    const goesOn = char === '}' && this.templates.at(-1) === 0
    if (char !== '`' && !goesOn) return false
    if (goesOn) this.templates.pop()
    if (!this.take('template', templatePiece)) return false
    if (this.last?.text.endsWith('${')) this.templates.push(0)
    return true
  }

  private countBrace(char: string | undefined): void {
    const step = char === '{' ? 1 : char === '}' ? -1 : 0
    this.templates.push((this.templates.pop() ?? 0) + step)
  }

  private patternMayStand(): boolean {
    const last = this.last
    if (!last) return true
    if (last.kind === 'word') return beforePattern.has(last.text)
    // `</` closes a JSX element.
    return last.kind === 'mark' && ![')', ']', '}'].includes(last.text) && this.source[this.at - 1] !== '<'
  }

  private take(kind: TokenKind, shape: RegExp): boolean {
    const found = this.match(shape)
    if (!found) return false
    this.add(kind, found)
    return true
  }

  private skip(shape: RegExp): boolean {
    const found = this.match(shape)
    if (found) this.advance(found)
    return found !== undefined
  }

  private match(shape: RegExp): string | undefined {
    shape.lastIndex = this.at
    return shape.exec(this.source)?.[0]
  }

  private add(kind: TokenKind, found: string): void {
    const token = { kind, text: found, line: this.line }
    this.found.push(token)
    if (kind !== 'comment') this.last = token
    this.advance(found)
  }

  private advance(found: string): void {
    this.at += found.length
    for (let i = found.indexOf('\n'); i >= 0; i = found.indexOf('\n', i + 1)) this.line++
  }
}
