import type { SourceToken } from './tokens.ts'

const blockWords = new Set(['else', 'try', 'finally', 'do'])
const headWords = new Set(['if', 'for', 'while', 'switch', 'catch', 'await'])

/**
 * For every token, how many if, for, while, switch and try blocks stand around it inside its own function. A chain of
 * `else if` is one block deep.
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

/** After `=>`, a return type or a class name comes a body; after `=`, `(`, `,`, `return` and the like an object. */
function beginsFunction(before: SourceToken): boolean {
  if (before.kind === 'word') return !['return', 'default', 'of', 'in', 'yield', 'await'].includes(before.text)
  return ['=>', '>', ']'].includes(before.text)
}
