import { isTest } from '../source/files.ts'
import { computeNestingDepths, type FunctionHead, listFunctions } from '../source/functions.ts'
import type { SourceToken } from '../source/tokens.ts'

export type BudgetFinding = { file: string; line: number; message: string }

/** A code file for the budgets: `tokens` are its tokens, `code` those that are not comments. */
export type CodeFile = { file: string; text: string; tokens: SourceToken[]; code: SourceToken[] }
export type CodeBudget = (file: CodeFile) => BudgetFinding[]

const leftoverPattern = /\b(TODO|FIXME|XXX)\b/
const testFunctions = new Set(['test', 'it', 'describe', 'suite', 't'])

export const leftoverComments: CodeBudget = ({ file, tokens }) =>
  tokens.flatMap((token) => {
    const match = token.kind === 'comment' ? leftoverPattern.exec(token.text) : null
    if (!match) return []
    const line = token.line + token.text.slice(0, match.index).split('\n').length - 1
    return [{ file, line, message: `has a leftover ${match[1]}; do it, or plan it in an issue` }]
  })

/** The same for SQL and shell, where a comment starts with `--` or `#`. */
export function findLeftoverComments(file: string, text: string): BudgetFinding[] {
  return text.split('\n').flatMap((line, at) => {
    const match = leftoverPattern.exec(/(--|#).*/.exec(line)?.[0] ?? '')
    return match ? [{ file, line: at + 1, message: `has a leftover ${match[1]}` }] : []
  })
}

export const disabledTests: CodeBudget = ({ file, code }) => {
  if (!isTest(file) && !file.startsWith('e2e/')) return []
  const depths = computeNestingDepths(code)
  return code.flatMap((token, at) => {
    const match = readTestModifier(code, at)
    const isAllowed = match === 'skip' && ((depths[at] ?? 0) > 0 || isConditional(code, at))
    if (!match || isAllowed) return []
    return [
      { file, line: token.line, message: `excludes tests with .${match}(); run them all, or skip on a condition` },
    ]
  })
}

/** Matches `test.only(`, `t.skip(` and the like, or an option such as `{ skip: true }`. */
function readTestModifier(code: SourceToken[], at: number): string | undefined {
  const [match, after] = [code[at]?.text ?? '', code[at + 1]?.text]
  if (code[at]?.kind !== 'word' || !['only', 'skip', 'todo'].includes(match)) return undefined
  const called = after === '(' && code[at - 1]?.text === '.' && testFunctions.has(code[at - 2]?.text ?? '')
  const option = after === ':' && code[at + 2]?.text === 'true' && '{,'.includes(code[at - 1]?.text ?? ' ')
  return called || option ? match : undefined
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

const maxLines = 400
const maxNesting = 3

export const fileLength: CodeBudget = ({ file, text }) => {
  const exempt = isTest(file) || file.endsWith('.generated.ts') || text.startsWith('// data table')
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  if (exempt || lines <= maxLines) return []
  return [{ file, line: maxLines + 1, message: `has ${lines} lines, at most ${maxLines}; split it by topic` }]
}

export const nesting: CodeBudget = ({ file, code }) => {
  if (file.endsWith('.generated.ts')) return []
  const depths = computeNestingDepths(code)
  return code.flatMap((token, at) => {
    const depth = depths[at] ?? 0
    const deepens = token.text === '{' && depth > (depths[at - 1] ?? 0)
    if (!deepens || depth <= maxNesting) return []
    const message = `is nested ${depth} levels deep, at most ${maxNesting}; return early or extract a function`
    return [{ file, line: token.line, message }]
  })
}

const maxExports = 20

export const indexExports: CodeBudget = ({ file, code }) => {
  if (!/^server\/src\/domains\/[^/]+\/index\.ts$/.test(file)) return []
  const exportCounts = code.flatMap((token, at) => (token.text === 'export' ? [countExportsAt(code, at)] : []))
  const star = exportCounts.find((exportCount) => exportCount === 'star')
  if (star) return [{ file, line: 1, message: 're-exports everything from a file (export *); list the names instead' }]
  const count = exportCounts.reduce((sum: number, exportCount) => sum + Number(exportCount), 0)
  if (count <= maxExports) return []
  return [{ file, line: 1, message: `exports ${count} names, at most ${maxExports}; export fewer, larger things` }]
}

function countExportsAt(code: SourceToken[], at: number): number | 'star' {
  const start = code[at + 1]?.text === 'type' ? at + 2 : at + 1
  if (code[start]?.text === '*') return 'star'
  if (code[start]?.text !== '{') return 1
  const end = code.findIndex((token, index) => index > start && token.text === '}')
  const names = code.slice(start + 1, end).map((token) => token.text)
  return names
    .join(' ')
    .split(',')
    .filter((name) => name.trim()).length
}

const databaseTypes = ['Db', 'Tx']
const databaseNames = ['db', 'tx']
const tenantTypes = ['AgentKey', 'OrgKey', 'WebchatAgentKey']
const allTenantsMarker = '@serves all tenants'

/** A query function without a tenant parameter cannot filter by tenant. */
export const tenantParameterSecond: CodeBudget = ({ file, tokens }) => {
  const queries = /^server\/src\/domains\/(.+\/)?(queries\.ts|queries\/.+\.ts)$/.test(file)
  if (!queries || isTest(file)) return []
  return listFunctions(tokens).flatMap((functionHead) => {
    const problem = tenantMissing(functionHead)
    return problem ? [{ file, line: functionHead.line, message: `${functionHead.name} ${problem}` }] : []
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
  if (tenant || comment.includes(allTenantsMarker)) return undefined
  return `does not take the tenant as the second parameter (agent: AgentKey, org: OrgKey or orgId: string); if it must not, say "${allTenantsMarker}" in its comment`
}
