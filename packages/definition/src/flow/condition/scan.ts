/** Columns count from 1. */
export type ConditionToken = { kind: 'word' | 'quoted' | 'sign' | 'end'; text: string; column: number }

export class ConditionSyntaxError extends Error {
  readonly column: number
  constructor(message: string, column: number) {
    super(message)
    this.column = column
  }
}

const lexeme =
  /(?<sign>==|!=|<=|>=|[<>()[\],])|"(?<double>(?:[^"\\]|\\.)*)"|'(?<single>(?:[^'\\]|\\.)*)'|(?<word>[^\s()[\],"'=!<>]+)/sy

/** Takes a condition apart; the last token is always the end. */
export function tokenizeCondition(source: string): ConditionToken[] {
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
  if (character === '=') return 'write == to compare'
  if (character === '!') return 'write != to compare, or not'
  return 'this quote is not closed'
}
