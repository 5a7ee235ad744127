import type { SourceToken } from './tokens.ts'

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
