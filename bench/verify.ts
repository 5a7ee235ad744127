import { type AgentFlow, parseFlow } from '@parley/definition'
import { type FlowWorld, verifyFlow } from '@parley/flow'
import { builtInCatalog } from '../server/src/domains/catalogs/index.ts'
import type { Benchmark } from './benchmark.ts'

const rounds = 9
const targets = { catalogMilliseconds: 100, longMilliseconds: 2_000 }
const longSteps = 150

/** Time to explore every way through the largest flow of the catalog, and through one of 150 steps. */
export async function benchVerify(): Promise<Benchmark[]> {
  const unit = 'ms (less is better)'
  const { name, flow } = findLargestFlow()
  return [
    { name: `largest flow of the catalog (${name})`, ours: measure(flow), ceiling: targets.catalogMilliseconds, unit },
    {
      name: `flow of ${longSteps} steps`,
      ours: measure(createLongFlow()),
      ceiling: targets.longMilliseconds,
      unit,
    },
  ]
}

function findLargestFlow(): { name: string; flow: AgentFlow } {
  const flows = builtInCatalog
    .list('playbook-templates')
    .flatMap(({ id, flow }) => (flow ? [{ name: id, flow: flow as AgentFlow }] : []))
  const [largest] = flows.toSorted((one, other) => other.flow.steps.length - one.flow.steps.length)
  if (!largest) throw new Error('the catalog has no flow')
  return largest
}

/** Thirty times: a question with a choice, a branch on it, a text for each answer, and a tool that may fail. */
function createLongFlow(): AgentFlow {
  const parts = Array.from({ length: longSteps / 5 }, (_, at) => at)
  const slots = parts.map((at) => ({ name: `s${at}`, type: 'enum', options: ['A', 'B', 'C'], prompt: `Which ${at}?` }))
  const steps = parts.flatMap((at) => [
    { id: `q${at}`, collect: `s${at}` },
    { branch: [{ if: `s${at} == A`, goto: `a${at}` }] },
    { say: `Not A but {s${at}}.` },
    { id: `a${at}`, action: 'integration:crm.call', with: { value: `{s${at}}` }, on_error: 'handoff' },
    at === parts.length - 1 ? { end: { outcome: 'done' } } : { say: 'Next.' },
  ])
  const parsed = parseFlow({ slots, steps }, 'flow')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings))
  return parsed.flow
}

function measure(flow: AgentFlow): number {
  const world: FlowWorld = {
    flowOf: (id) => (id === 'main' ? flow : undefined),
    person: (path) => (path === 'person.status' ? 'new' : undefined),
    now: '2030-01-01T12:00:00.000Z',
    timezone: 'UTC',
  }
  const times = Array.from({ length: rounds }, () => {
    const startedAt = performance.now()
    const { complete, states } = verifyFlow('main', world)
    if (!complete || states < flow.steps.length / 2) throw new Error(`only ${states} states were explored`)
    return performance.now() - startedAt
  })
  return times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] as number
}
