import { isTest } from '../source/files.ts'
import { type FunctionHead, listFunctions } from '../source/functions.ts'
import type { SourceToken } from '../source/tokens.ts'
import type { CodeBudget } from './finding.ts'

const mostExports = 20

export const indexExports: CodeBudget = ({ file, code }) => {
  if (!/^server\/src\/domains\/[^/]+\/index\.ts$/.test(file)) return []
  const exported = code.flatMap((token, at) => (token.text === 'export' ? [exportsAt(code, at)] : []))
  const star = exported.find((each) => each === 'star')
  if (star) return [{ file, line: 1, message: 'exports everything of a file (export *); name what the domain offers' }]
  const count = exported.reduce((sum: number, each) => sum + Number(each), 0)
  if (count <= mostExports) return []
  return [{ file, line: 1, message: `exports ${count} names, at most ${mostExports}; offer fewer, larger things` }]
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
  if (database > 0) return 'takes the database, but not first; begin with db: Db'
  if (!databaseTypes.includes(parameters[0]?.type ?? '')) return 'takes a database that is no Db; write db: Db'
  const second = parameters[1]
  const tenant = tenantTypes.includes(second?.type ?? '') || (second?.name === 'orgId' && second.type === 'string')
  if (tenant || comment.includes(forAll)) return undefined
  return `does not take the tenant second (agent: AgentKey, org: OrgKey or orgId: string); if it must not, say "${forAll}" in its comment`
}
