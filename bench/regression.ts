import { setTimeout as sleep } from 'node:timers/promises'
import { type AgentDefinition, createDefinition } from '@parley/definition'
import { type CaseDocument, createCaseLinter, readCase } from '@parley/testcase'
import type { Benchmark } from './benchmark.ts'
import { type BenchRegressionAgent, withRegressionAgents } from './regression-agent.ts'

const cases = Number(process.env.BENCH_AMOUNT ?? 200)
const lintedCases = 1_000
const targets = { runSeconds: 20, startMilliseconds: 500, lintMilliseconds: 1_000 }
/** As many cases as the driver plays concurrently per agent. */
const atOnce = 8
const starts = 7
/** After a cancellation, the cases in progress still finish their turn. */
const restMilliseconds = 500
const lintRounds = 9
const lessIsBetter = (unit: string) => `${unit} (less is better)`

/**
 * Time from the start of a run until all its cases are decided, compared with the same turns without cases, runs, and
 * verdicts.
 */
export function benchRegressionRun(url: string): Promise<Benchmark[]> {
  return withRegressionAgents(url, cases, async ({ agents }) => {
    const measured: Benchmark[] = []
    for (const agent of agents) {
      await played(agent)
      const seconds = await played(agent)
      const turns = cases * agent.turns.length
      const name = `run of ${cases} cases of ${agent.turns.length} turns, ${agent.name}`
      const ceiling = turns / (await playRehearsals(agent))
      measured.push(
        { name: `${name}, compared with persona turns`, ours: turns / seconds, ceiling, unit: 'turns/s' },
        { name, ours: seconds, ceiling: targets.runSeconds, unit: lessIsBetter('s') },
      )
    }
    return measured
  })
}

async function played(agent: BenchRegressionAgent): Promise<number> {
  const begunAt = performance.now()
  await agent.completed(await agent.start())
  return (performance.now() - begunAt) / 1000
}

/** Returns seconds; the personas were created beforehand. */
async function playRehearsals(agent: BenchRegressionAgent): Promise<number> {
  const waiting: Awaited<ReturnType<BenchRegressionAgent['persona']>>[] = []
  for (let nth = 0; nth < cases; nth++) waiting.push(await agent.persona())
  const begunAt = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let says = waiting.pop(); says; says = waiting.pop()) {
        for (const turn of agent.turns) await says(turn)
      }
    }),
  )
  return (performance.now() - begunAt) / 1000
}

/** Time until the call that starts a run returns: it lints, estimates, and stores every case. */
export function benchRegressionStart(url: string): Promise<Benchmark[]> {
  return withRegressionAgents(url, cases, async ({ agents }) => {
    const measured: Benchmark[] = []
    for (const agent of agents) {
      const times: number[] = []
      for (let nth = 0; nth < starts; nth++) times.push(await started(agent))
      const name = `start of a run of ${cases} cases, ${agent.name}, median of ${starts}`
      measured.push({ name, ours: median(times), ceiling: targets.startMilliseconds, unit: lessIsBetter('ms') })
    }
    return measured
  })
}

async function started(agent: BenchRegressionAgent): Promise<number> {
  const begunAt = performance.now()
  const run = await agent.start()
  const milliseconds = performance.now() - begunAt
  await agent.cancel(run)
  await sleep(restMilliseconds)
  return milliseconds
}

/** Cases that exercise every lint rule, for an agent with much content to check, compared with copying the cases. */
export async function benchRegressionLint(): Promise<Benchmark[]> {
  const definition = withRegressionCases()
  const documents = Array.from({ length: lintedCases }, (_, nth) => written(nth))
  const lint = () => {
    const findingsOf = createCaseLinter(definition)
    const findings = documents.flatMap((document) => findingsOf(document))
    if (findings.some(({ severity }) => severity === 'error')) throw new Error(JSON.stringify(findings[0]))
  }
  const copy = () => {
    for (const document of documents) structuredClone(document)
  }
  const times = { ours: [] as number[], ceiling: [] as number[] }
  for (let round = -1; round < lintRounds; round++) {
    const [ours, ceiling] = [timeOf(lint), timeOf(copy)]
    if (round >= 0) times.ours.push(ours)
    if (round >= 0) times.ceiling.push(ceiling)
  }
  const name = `lint of ${lintedCases} cases`
  const [ours, ceiling] = [median(times.ours), median(times.ceiling)]
  const rate = (milliseconds: number) => (lintedCases * 1000) / milliseconds
  return [
    { name: `${name}, compared with copying them`, ours: rate(ours), ceiling: rate(ceiling), unit: 'cases/s' },
    { name, ours, ceiling: targets.lintMilliseconds, unit: lessIsBetter('ms') },
  ]
}

function withRegressionCases(): AgentDefinition {
  const definition = createDefinition('Bench')
  const [general] = definition.playbooks
  if (!general) throw new Error('a new agent has no playbook')
  const playbook = (nth: number) => ({ ...general, id: `playbook-${nth}`, isDefault: false })
  return {
    ...definition,
    playbooks: [general, ...Array.from({ length: 50 }, (_, nth) => playbook(nth))],
    things: Array.from({ length: 1_000 }, (_, nth) => ({ id: `thing-${nth}`, name: `Boat number ${nth}` })),
    peopleFields: [{ key: 'boats', type: 'number' }],
  }
}

function written(nth: number): CaseDocument {
  const { document, findings } = readCase({
    title: `The ${nth}. case`,
    tags: ['smoke'],
    scenario: {
      start: { resume: { activePlaybook: `playbook-${nth % 50}` } },
      persona: { preset: { fields: { productInterest: `Boat number ${nth}`, customFields: { boats: 2 } } } },
    },
    turns: ['Hello', { chip: 'Yes, please', fallback: 'Yes' }, { confirm: true, fallback: 'Yes' }, 'Four', 'Thank you'],
    expect: {
      checks: {
        finalReplyNonEmpty: true,
        activePlaybookAtEnd: `playbook-${nth % 50}`,
        textIncludes: ['boat'],
        textMatches: ['/number \\d+/i'],
      },
      judge: { criteria: [{ id: 'kind', text: 'The agent is kind' }] },
    },
  })
  if (!document) throw new Error(JSON.stringify(findings[0]))
  return document
}

function timeOf(act: () => void): number {
  const begunAt = performance.now()
  act()
  return performance.now() - begunAt
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
