// TypeScript 7 has no compiler API, so the checks read code as a list of tokens. Positions are exact; JSX text may be
// tokenized oddly, which affects none of the checks.

export type TokenKind = 'word' | 'text' | 'template' | 'pattern' | 'comment' | 'mark'
export type SourceToken = { kind: TokenKind; text: string; line: number }

const whitespace = /\s+/y
const comment = /\/\/.*|\/\*[\s\S]*?\*\//y
const text = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/y
const word = /[\w$\u0080-\uffff]+/y
const pattern = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y
const templatePiece = /[`}](?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y
const punctuation = /=>|\.\.\.|\?\.|&&|\|\||\?\?|[\s\S]/y

const beforePattern = new Set(
  'return typeof case in of delete void throw new else do await yield instanceof'.split(' '),
)

export function tokenize(source: string): SourceToken[] {
  return new Lexer(source).run()
}

export function withoutComments(tokens: SourceToken[]): SourceToken[] {
  return tokens.filter((token) => token.kind !== 'comment')
}

/** Returns the value of a string or of a template without expressions. */
export function literalValueOf(token: SourceToken | undefined): string | undefined {
  if (token?.kind !== 'text' && !(token?.kind === 'template' && token.text.endsWith('`'))) return undefined
  return token.text.slice(1, -1)
}

class Lexer {
  private readonly source: string
  private readonly text: SourceToken[] = []
  private at = 0
  private line = 1
  /** Number of open braces inside each open template expression. */
  private readonly templates: number[] = []
  private last: SourceToken | undefined

  constructor(source: string) {
    this.source = source
  }

  run(): SourceToken[] {
    if (this.source.startsWith('#!')) this.readToken('comment', /.*/y)
    while (this.at < this.source.length) this.step()
    return this.text
  }

  private step(): void {
    if (
      this.skip(whitespace) ||
      this.readToken('comment', comment) ||
      this.readToken('text', text) ||
      this.readToken('word', word)
    )
      return
    const char = this.source[this.at]
    if (char === '/' && this.allowsPattern() && this.readToken('pattern', pattern)) return
    if (this.readTemplate(char)) return
    if (this.templates.length > 0) this.countBrace(char)
    this.readToken('mark', punctuation)
  }

  /**
   * A template is tokenized in pieces: from its start or the end of an expression to the next expression or its end.
   */
  private readTemplate(char: string | undefined): boolean {
    const continues = char === '}' && this.templates.at(-1) === 0
    if (char !== '`' && !continues) return false
    if (continues) this.templates.pop()
    if (!this.readToken('template', templatePiece)) return false
    if (this.last?.text.endsWith('${')) this.templates.push(0)
    return true
  }

  private countBrace(char: string | undefined): void {
    const step = char === '{' ? 1 : char === '}' ? -1 : 0
    this.templates.push((this.templates.pop() ?? 0) + step)
  }

  private allowsPattern(): boolean {
    const last = this.last
    if (!last) return true
    if (last.kind === 'word') return beforePattern.has(last.text)
    // `</` closes a JSX element.
    return last.kind === 'mark' && ![')', ']', '}'].includes(last.text) && this.source[this.at - 1] !== '<'
  }

  private readToken(kind: TokenKind, regex: RegExp): boolean {
    const text = this.match(regex)
    if (!text) return false
    this.add(kind, text)
    return true
  }

  private skip(regex: RegExp): boolean {
    const text = this.match(regex)
    if (text) this.advance(text)
    return text !== undefined
  }

  private match(regex: RegExp): string | undefined {
    regex.lastIndex = this.at
    return regex.exec(this.source)?.[0]
  }

  private add(kind: TokenKind, text: string): void {
    const token = { kind, text, line: this.line }
    this.text.push(token)
    if (kind !== 'comment') this.last = token
    this.advance(text)
  }

  private advance(text: string): void {
    this.at += text.length
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) this.line++
  }
}
