import type { SourceToken } from './tokens.ts'

export type Parameter = { name: string; type: string }
export type FunctionHead = { name: string; line: number; parameters: Parameter[]; comment: string }

/** Returns the named top-level functions of a file, each with the comment right above it. */
export function listFunctions(tokens: SourceToken[]): FunctionHead[] {
  let depth = 0
  return tokens.flatMap((token, at) => {
    if (token.kind === 'comment' || token.kind === 'template') return []
    if ('({['.includes(token.text)) depth++
    if (')}]'.includes(token.text)) depth--
    if (depth > 0) return []
    const signature =
      token.text === 'function'
        ? readDeclaration(tokens, at)
        : token.text === 'const'
          ? readAssignment(tokens, at)
          : undefined
    return signature ? [{ ...signature, line: token.line, comment: commentAbove(tokens, at) }] : []
  })
}

type FunctionSignature = Pick<FunctionHead, 'name' | 'parameters'>

function readDeclaration(tokens: SourceToken[], at: number): FunctionSignature | undefined {
  const name = next(tokens, at)
  const openIndex = skipTypeParameters(tokens, next(tokens, name))
  if (tokens[openIndex]?.text !== '(') return undefined
  return { name: tokens[name]?.text ?? '', parameters: parametersFrom(tokens, openIndex).parameters }
}

function readAssignment(tokens: SourceToken[], at: number): FunctionSignature | undefined {
  const name = next(tokens, at)
  let start = next(tokens, name)
  if (tokens[start]?.text !== '=') return undefined
  start = next(tokens, start)
  if (tokens[start]?.text === 'async') start = next(tokens, start)
  const openIndex = skipTypeParameters(tokens, start)
  if (tokens[openIndex]?.text !== '(') return undefined
  const { parameters, close } = parametersFrom(tokens, openIndex)
  const after = tokens[next(tokens, close)]?.text
  return after === '=>' || after === ':' ? { name: tokens[name]?.text ?? '', parameters } : undefined
}

function parametersFrom(tokens: SourceToken[], openIndex: number): { parameters: Parameter[]; close: number } {
  const parts: SourceToken[][] = [[]]
  let depth = 0
  for (let at = openIndex + 1; at < tokens.length; at++) {
    const token = tokens[at] as SourceToken
    if (token.text === ')' && depth === 0) return { parameters: parts.filter(hasTokens).map(parameter), close: at }
    if ('({[<'.includes(token.text)) depth++
    if (')}]>'.includes(token.text)) depth--
    if (token.text === ',' && depth === 0) parts.push([])
    else if (token.kind !== 'comment') parts.at(-1)?.push(token)
  }
  return { parameters: [], close: tokens.length }
}

function parameter(parameterTokens: SourceToken[]): Parameter {
  const texts = parameterTokens.map((token) => token.text)
  const colon = texts[0] === '{' || texts[0] === '[' ? texts.lastIndexOf(':') : texts.indexOf(':')
  const end = texts.indexOf('=', colon)
  const type = colon < 0 ? '' : texts.slice(colon + 1, end < 0 ? undefined : end).join('')
  return { name: texts[0] ?? '', type }
}

function hasTokens(parameterTokens: SourceToken[]): boolean {
  return parameterTokens.length > 0
}

function skipTypeParameters(tokens: SourceToken[], at: number): number {
  if (tokens[at]?.text !== '<') return at
  let depth = 0
  for (let index = at; index < tokens.length; index++) {
    if (tokens[index]?.text === '<') depth++
    if (tokens[index]?.text === '>' && --depth === 0) return next(tokens, index)
  }
  return tokens.length
}

function next(tokens: SourceToken[], at: number): number {
  let index = at + 1
  while (tokens[index]?.kind === 'comment') index++
  return index
}

function commentAbove(tokens: SourceToken[], at: number): string {
  let index = at - 1
  while (['export', 'async', 'default'].includes(tokens[index]?.text ?? '')) index--
  const lines: string[] = []
  for (; tokens[index]?.kind === 'comment'; index--) lines.unshift(tokens[index]?.text ?? '')
  return lines.join('\n')
}

const blockWords = new Set(['else', 'try', 'finally', 'do'])
const headWords = new Set(['if', 'for', 'while', 'switch', 'catch', 'await'])

/**
 * Returns, for every token, how many if, for, while, switch and try blocks enclose it within its own function. A chain
 * of `else if` counts as one level.
 */
export function computeNestingDepths(code: SourceToken[]): number[] {
  const openBraces: number[] = []
  const heads: (string | undefined)[] = []
  let closedHead: string | undefined
  let depth = 0
  return code.map((token, at) => {
    if (token.kind === 'template') return depth
    if (token.text === '(') heads.push(code[at - 1]?.text)
    if (token.text === ')') closedHead = heads.pop()
    if (token.text === '{') {
      openBraces.push(depth)
      depth = depthInside(code[at - 1], closedHead, depth)
    }
    if (token.text === '}') depth = openBraces.pop() ?? 0
    return depth
  })
}

function depthInside(before: SourceToken | undefined, closedHead: string | undefined, depth: number): number {
  if (!before) return depth
  if (blockWords.has(before.text)) return depth + 1
  if (before.text === ')') return headWords.has(closedHead ?? '') ? depth + 1 : 0
  return startsFunction(before) ? 0 : depth
}

/**
 * A brace after `=>`, a return type or a class name opens a body; after `=`, `(`, `,`, `return` and the like it opens
 * an object.
 */
function startsFunction(before: SourceToken): boolean {
  if (before.kind === 'word') return !['return', 'default', 'of', 'in', 'yield', 'await'].includes(before.text)
  return ['=>', '>', ']'].includes(before.text)
}
