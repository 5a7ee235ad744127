import { isTest } from '../source/files.ts'
import { type FunctionHead, listFunctions, nestingDepths } from '../source/functions.ts'
import type { SourceToken } from '../source/tokens.ts'
import type { BudgetFinding, CodeBudget } from './finding.ts'

const leftOver = /\b(TODO|FIXME|XXX)\b/
const callers = new Set(['test', 'it', 'describe', 'suite', 't'])

export const leftoverComments: CodeBudget = ({ file, all }) =>
  all.flatMap((token) => {
    const mark = token.kind === 'comment' ? leftOver.exec(token.text) : null
    if (!mark) return []
    const line = token.line + token.text.slice(0, mark.index).split('\n').length - 1
    return [{ file, line, message: `has a leftover ${mark[1]}; do it, or plan it in an issue` }]
  })

/** The same for SQL and shell, where a comment starts with `--` or `#`. */
export function findLeftoverComments(file: string, text: string): BudgetFinding[] {
  return text.split('\n').flatMap((line, at) => {
    const mark = leftOver.exec(/(--|#).*/.exec(line)?.[0] ?? '')
    return mark ? [{ file, line: at + 1, message: `has a leftover ${mark[1]}` }] : []
  })
}

export const disabledTests: CodeBudget = ({ file, code }) => {
  if (!isTest(file) && !file.startsWith('e2e/')) return []
  const depths = nestingDepths(code)
  return code.flatMap((token, at) => {
    const mark = testMark(code, at)
    const excused = mark === 'skip' && ((depths[at] ?? 0) > 0 || isConditional(code, at))
    if (!mark || excused) return []
    return [{ file, line: token.line, message: `excludes tests with .${mark}(); run them all, or skip on a condition` }]
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

const mostLines = 400
const deepestNesting = 3

export const fileLength: CodeBudget = ({ file, text }) => {
  const exempt = isTest(file) || file.endsWith('.generated.ts') || text.startsWith('// data table')
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  if (exempt || lines <= mostLines) return []
  return [{ file, line: mostLines + 1, message: `has ${lines} lines, at most ${mostLines}; split it by topic` }]
}

export const nesting: CodeBudget = ({ file, code }) => {
  if (file.endsWith('.generated.ts')) return []
  const depths = nestingDepths(code)
  return code.flatMap((token, at) => {
    const depth = depths[at] ?? 0
    const deepens = token.text === '{' && depth > (depths[at - 1] ?? 0)
    if (!deepens || depth <= deepestNesting) return []
    const message = `is nested ${depth} levels deep, at most ${deepestNesting}; return early or extract a function`
    return [{ file, line: token.line, message }]
  })
}

const mostExports = 20

export const indexExports: CodeBudget = ({ file, code }) => {
  if (!/^server\/src\/domains\/[^/]+\/index\.ts$/.test(file)) return []
  const exported = code.flatMap((token, at) => (token.text === 'export' ? [exportsAt(code, at)] : []))
  const star = exported.find((each) => each === 'star')
  if (star) return [{ file, line: 1, message: 're-exports everything from a file (export *); list the names instead' }]
  const count = exported.reduce((sum: number, each) => sum + Number(each), 0)
  if (count <= mostExports) return []
  return [{ file, line: 1, message: `exports ${count} names, at most ${mostExports}; export fewer, larger things` }]
}

function exportsAt(code: SourceToken[], at: number): number | 'star' {
  const start = code[at + 1]?.text === 'type' ? at + 2 : at + 1
  if (code[start]?.text === '*') return 'star'
  if (code[start]?.text !== '{') return 1
  const end = code.findIndex((token, here) => here > start && token.text === '}')
  const names = code.slice(start + 1, end).map((token) => token.text)
  return names
    .join(' ')
    .split(',')
    .filter((name) => name.trim()).length
}

const databaseTypes = ['Db', 'Tx']
const databaseNames = ['db', 'tx']
const tenantTypes = ['AgentKey', 'OrgKey', 'WebchatAgentKey']
const forAll = '@serves all tenants'

/** A query function without a tenant parameter cannot filter by tenant. */
export const tenantParameterSecond: CodeBudget = ({ file, all }) => {
  const queries = /^server\/src\/domains\/(.+\/)?(queries\.ts|queries\/.+\.ts)$/.test(file)
  if (!queries || isTest(file)) return []
  return listFunctions(all).flatMap((head) => {
    const wrong = tenantMissing(head)
    return wrong ? [{ file, line: head.line, message: `${head.name} ${wrong}` }] : []
  })
}

function tenantMissing({ parameters, comment }: FunctionHead): string | undefined {
  const database = parameters.findIndex(
    ({ name, type }) => databaseTypes.includes(type) || databaseNames.includes(name),
  )
  if (database < 0) return undefined
  if (database > 0) return 'takes the database, but not as the first parameter; begin with db: Db'
  if (!databaseTypes.includes(parameters[0]?.type ?? '')) return 'takes a database that is not a Db; write db: Db'
  const second = parameters[1]
  const tenant = tenantTypes.includes(second?.type ?? '') || (second?.name === 'orgId' && second.type === 'string')
  if (tenant || comment.includes(forAll)) return undefined
  return `does not take the tenant as the second parameter (agent: AgentKey, org: OrgKey or orgId: string); if it must not, say "${forAll}" in its comment`
}
