import type { SourceToken } from './tokens.ts'

export type Parameter = { name: string; type: string }
export type FunctionHead = { name: string; line: number; parameters: Parameter[]; comment: string }

/** Returns the named top-level functions of a file, each with the comment right above it. */
export function listFunctions(all: SourceToken[]): FunctionHead[] {
  let depth = 0
  return all.flatMap((token, at) => {
    if (token.kind === 'comment' || token.kind === 'template') return []
    if ('({['.includes(token.text)) depth++
    if (')}]'.includes(token.text)) depth--
    if (depth > 0) return []
    const head = token.text === 'function' ? declared(all, at) : token.text === 'const' ? assigned(all, at) : undefined
    return head ? [{ ...head, line: token.line, comment: commentAbove(all, at) }] : []
  })
}

type Head = Pick<FunctionHead, 'name' | 'parameters'>

function declared(all: SourceToken[], at: number): Head | undefined {
  const name = next(all, at)
  const open = skipTypeParameters(all, next(all, name))
  if (all[open]?.text !== '(') return undefined
  return { name: all[name]?.text ?? '', parameters: parametersFrom(all, open).parameters }
}

function assigned(all: SourceToken[], at: number): Head | undefined {
  const name = next(all, at)
  let start = next(all, name)
  if (all[start]?.text !== '=') return undefined
  start = next(all, start)
  if (all[start]?.text === 'async') start = next(all, start)
  const open = skipTypeParameters(all, start)
  if (all[open]?.text !== '(') return undefined
  const { parameters, close } = parametersFrom(all, open)
  const after = all[next(all, close)]?.text
  return after === '=>' || after === ':' ? { name: all[name]?.text ?? '', parameters } : undefined
}

function parametersFrom(all: SourceToken[], open: number): { parameters: Parameter[]; close: number } {
  const parts: SourceToken[][] = [[]]
  let depth = 0
  for (let at = open + 1; at < all.length; at++) {
    const token = all[at] as SourceToken
    if (token.text === ')' && depth === 0) return { parameters: parts.filter(hasTokens).map(parameter), close: at }
    if ('({[<'.includes(token.text)) depth++
    if (')}]>'.includes(token.text)) depth--
    if (token.text === ',' && depth === 0) parts.push([])
    else if (token.kind !== 'comment') parts.at(-1)?.push(token)
  }
  return { parameters: [], close: all.length }
}

function parameter(part: SourceToken[]): Parameter {
  const texts = part.map((token) => token.text)
  const colon = texts[0] === '{' || texts[0] === '[' ? texts.lastIndexOf(':') : texts.indexOf(':')
  const end = texts.indexOf('=', colon)
  const type = colon < 0 ? '' : texts.slice(colon + 1, end < 0 ? undefined : end).join('')
  return { name: texts[0] ?? '', type }
}

function hasTokens(part: SourceToken[]): boolean {
  return part.length > 0
}

function skipTypeParameters(all: SourceToken[], at: number): number {
  if (all[at]?.text !== '<') return at
  let depth = 0
  for (let here = at; here < all.length; here++) {
    if (all[here]?.text === '<') depth++
    if (all[here]?.text === '>' && --depth === 0) return next(all, here)
  }
  return all.length
}

function next(all: SourceToken[], at: number): number {
  let here = at + 1
  while (all[here]?.kind === 'comment') here++
  return here
}

function commentAbove(all: SourceToken[], at: number): string {
  let here = at - 1
  while (['export', 'async', 'default'].includes(all[here]?.text ?? '')) here--
  const lines: string[] = []
  for (; all[here]?.kind === 'comment'; here--) lines.unshift(all[here]?.text ?? '')
  return lines.join('\n')
}

const blockWords = new Set(['else', 'try', 'finally', 'do'])
const headWords = new Set(['if', 'for', 'while', 'switch', 'catch', 'await'])

/**
 * Returns, for every token, how many if, for, while, switch and try blocks enclose it within its own function. A chain
 * of `else if` counts as one level.
 */
export function nestingDepths(code: SourceToken[]): number[] {
  const opened: number[] = []
  const heads: (string | undefined)[] = []
  let closedHead: string | undefined
  let depth = 0
  return code.map((token, at) => {
    if (token.kind === 'template') return depth
    if (token.text === '(') heads.push(code[at - 1]?.text)
    if (token.text === ')') closedHead = heads.pop()
    if (token.text === '{') {
      opened.push(depth)
      depth = depthInside(code[at - 1], closedHead, depth)
    }
    if (token.text === '}') depth = opened.pop() ?? 0
    return depth
  })
}

function depthInside(before: SourceToken | undefined, closedHead: string | undefined, depth: number): number {
  if (!before) return depth
  if (blockWords.has(before.text)) return depth + 1
  if (before.text === ')') return headWords.has(closedHead ?? '') ? depth + 1 : 0
  return beginsFunction(before) ? 0 : depth
}

/**
 * A brace after `=>`, a return type or a class name opens a body; after `=`, `(`, `,`, `return` and the like it opens
 * an object.
 */
function beginsFunction(before: SourceToken): boolean {
  if (before.kind === 'word') return !['return', 'default', 'of', 'in', 'yield', 'await'].includes(before.text)
  return ['=>', '>', ']'].includes(before.text)
}
