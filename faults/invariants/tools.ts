import { findOrderKey, toolServiceNames } from '../environment/tool-services.ts'
import { filterCallsByKind } from '../traffic/acknowledged-calls.ts'
import { countBy, type Evidence, type Invariant } from './invariant.ts'

type RecordedCall = { toolId: string; state: string; key: string }

async function readRecordedCalls({ query }: Evidence): Promise<RecordedCall[]> {
  const rows = await query<{ tool_id: string; state: string; given: unknown }>(
    `select tool_id, state, given from tool_binding_calls where called_by = 'flow'`,
  )
  return rows.map(({ tool_id: toolId, state, given }) => ({ toolId, state, key: findOrderKey(JSON.stringify(given)) }))
}

const serviceOf = (toolId: string): string => {
  if (!toolId.startsWith('integration:')) return 'webhook'
  return toolId.includes('-mcp.') ? 'mcp' : 'openapi'
}
const toEntry = ({ toolId, key }: RecordedCall): string => `${serviceOf(toolId)} ${key}`

export const toolInvariants: Invariant[] = [
  {
    name: 'I20',
    statement: 'a tool with side effects is called at most once per event',
    check: ({ toolCalls }) =>
      [...countBy(toolCalls, ({ service, key }) => `${service} ${key}`)]
        .filter(([, count]) => count > 1)
        .map(([call, count]) => `${call} was called ${count} times`),
  },
  {
    name: 'I20',
    statement: 'a call that reached a service is recorded, and one that succeeded has reached it',
    async check(evidence) {
      const recorded = await readRecordedCalls(evidence)
      const made = new Set(evidence.toolCalls.map(({ service, key }) => `${service} ${key}`))
      const known = new Set(recorded.map(toEntry))
      return [
        ...[...made].filter((call) => !known.has(call)).map((call) => `${call} is not recorded`),
        ...recorded
          .filter((call) => call.state === 'succeeded' && !made.has(toEntry(call)))
          .map((call) => `${toEntry(call)} succeeded but was never made`),
      ]
    },
  },
  {
    name: 'I20',
    statement: 'no call stays open, and each message leads to one call of each tool',
    async check(evidence) {
      const recorded = await readRecordedCalls(evidence)
      const counts = countBy(recorded, toEntry)
      const expected = filterCallsByKind(evidence.acknowledged, 'tool-message').flatMap(({ number }) =>
        toolServiceNames.map((service) => `${service} ${number}`),
      )
      return [
        ...recorded.filter(({ state }) => state === 'running').map((call) => `${toEntry(call)} is still running`),
        ...expected
          .filter((call) => counts.get(call) !== 1)
          .map((call) => `${call} has ${counts.get(call) ?? 0} calls`),
      ]
    },
  },
]
