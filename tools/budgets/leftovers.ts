import { isTest } from '../source/files.ts'
import { nestingDepths } from '../source/nesting.ts'
import type { SourceToken } from '../source/tokens.ts'
import type { BudgetFinding, CodeBudget } from './finding.ts'

const leftOver = /\b(TODO|FIXME|XXX)\b/
const callers = new Set(['test', 'it', 'describe', 'suite', 't'])

export const leftoverComments: CodeBudget = ({ file, all }) =>
  all.flatMap((token) => {
    const mark = token.kind === 'comment' ? leftOver.exec(token.text) : null
    if (!mark) return []
    const line = token.line + token.text.slice(0, mark.index).split('\n').length - 1
    return [{ file, line, message: `has a ${mark[1]} left over; do it, or write it down where work is planned` }]
  })

/** The same for SQL and shell, where a comment starts with `--` or `#`. */
export function findLeftoverComments(file: string, text: string): BudgetFinding[] {
  return text.split('\n').flatMap((line, at) => {
    const mark = leftOver.exec(/(--|#).*/.exec(line)?.[0] ?? '')
    return mark ? [{ file, line: at + 1, message: `has a ${mark[1]} left over` }] : []
  })
}

export const disabledTests: CodeBudget = ({ file, code }) => {
  if (!isTest(file) && !file.startsWith('e2e/')) return []
  const depths = nestingDepths(code)
  return code.flatMap((token, at) => {
    const mark = testMark(code, at)
    const excused = mark === 'skip' && ((depths[at] ?? 0) > 0 || isConditional(code, at))
    if (!mark || excused) return []
    return [
      { file, line: token.line, message: `leaves tests out with .${mark}(); let all run, or skip on a condition` },
    ]
  })
}

/** Matches `test.only(`, `t.skip(` and the like, or an option such as `{ skip: true }`. */
function testMark(code: SourceToken[], at: number): string | undefined {
  const [mark, after] = [code[at]?.text ?? '', code[at + 1]?.text]
  if (code[at]?.kind !== 'word' || !['only', 'skip', 'todo'].includes(mark)) return undefined
  const called = after === '(' && code[at - 1]?.text === '.' && callers.has(code[at - 2]?.text ?? '')
  const option = after === ':' && code[at + 2]?.text === 'true' && '{,'.includes(code[at - 1]?.text ?? ' ')
  return called || option ? mark : undefined
}

function isConditional(code: SourceToken[], at: number): boolean {
  const before = code[at - 3]?.text === 'return' ? code[at - 4] : code[at - 3]
  return [')', 'else', '&&', '||', '??', '?', ':'].includes(before?.text ?? '')
}

export const rawSql: CodeBudget = ({ file, code }) => {
  if (file.startsWith('server/src/platform/')) return []
  return code.flatMap((token, at) => {
    const raw = token.text === 'sql' && code[at + 1]?.text === '.' && code[at + 2]?.text === 'raw'
    return raw
      ? [{ file, line: token.line, message: 'puts text into SQL with sql.raw; use parameters and sql.ref' }]
      : []
  })
}
