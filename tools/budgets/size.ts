import { isTest } from '../source/files.ts'
import { nestingDepths } from '../source/nesting.ts'
import type { CodeBudget } from './finding.ts'

const mostLines = 400
const deepestNesting = 3

export const fileLength: CodeBudget = ({ file, text }) => {
  const exempt = isTest(file) || file.endsWith('.generated.ts') || text.startsWith('// data table')
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  if (exempt || lines <= mostLines) return []
  return [
    { file, line: mostLines + 1, message: `has ${lines} lines, at most ${mostLines}; split it by what it is about` },
  ]
}

export const nesting: CodeBudget = ({ file, code }) => {
  if (file.endsWith('.generated.ts')) return []
  const depths = nestingDepths(code)
  return code.flatMap((token, at) => {
    const depth = depths[at] ?? 0
    const deepens = token.text === '{' && depth > (depths[at - 1] ?? 0)
    if (!deepens || depth <= deepestNesting) return []
    const message = `is nested ${depth} deep, at most ${deepestNesting}; return early or name the inner part as a function`
    return [{ file, line: token.line, message }]
  })
}
