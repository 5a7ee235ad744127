import { setTimeout as sleep } from 'node:timers/promises'
import { type AgentDefinition, createDefinition } from '@parley/definition'
import { type CaseDocument, createCaseLinter, readCase } from '@parley/testcase'
import type { Benchmark } from './benchmark.ts'
import { type BenchRegressionAgent, withRegressionAgents } from './regression-agent.ts'

const cases = Number(process.env.BENCH_AMOUNT ?? 200)
const lintedCases = 1_000
const targets = { runSeconds: 20, startMilliseconds: 500, lintMilliseconds: 1_000 }
/** As many cases as the driver plays concurrently per agent. */
const concurrency = 8
const starts = 7
/** After a cancellation, the cases in progress still finish their turn. */
const pauseMilliseconds = 500
const lintRounds = 9
const lessIsBetter = (unit: string) => `${unit} (less is better)`

/**
 * Time from the start of a run until all its cases are decided, compared with the same turns without cases, runs, and
 * verdicts.
 */
export function benchRegressionRun(url: string): Promise<Benchmark[]> {
  return withRegressionAgents(url, cases, async ({ agents }) => {
    const results: Benchmark[] = []
    for (const agent of agents) {
      await runSuite(agent)
      const seconds = await runSuite(agent)
      const turns = cases * agent.turns.length
      const name = `run of ${cases} cases of ${agent.turns.length} turns, ${agent.name}`
      const ceiling = turns / (await playPersonas(agent))
      results.push(
        { name: `${name}, compared with persona turns`, ours: turns / seconds, ceiling, unit: 'turns/s' },
        { name, ours: seconds, ceiling: targets.runSeconds, unit: lessIsBetter('s') },
      )
    }
    return results
  })
}

async function runSuite(agent: BenchRegressionAgent): Promise<number> {
  const startedAt = performance.now()
  await agent.waitUntilCompleted(await agent.start())
  return (performance.now() - startedAt) / 1000
}

/** Returns seconds; the personas were created beforehand. */
async function playPersonas(agent: BenchRegressionAgent): Promise<number> {
  const personas: ((turn: string) => Promise<void>)[] = []
  for (let index = 0; index < cases; index++) personas.push(await agent.createPersona())
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let playTurn = personas.pop(); playTurn; playTurn = personas.pop()) {
        for (const turn of agent.turns) await playTurn(turn)
      }
    }),
  )
  return (performance.now() - startedAt) / 1000
}

/** Time until the call that starts a run returns: it lints, estimates, and stores every case. */
export function benchRegressionStart(url: string): Promise<Benchmark[]> {
  return withRegressionAgents(url, cases, async ({ agents }) => {
    const results: Benchmark[] = []
    for (const agent of agents) {
      const times: number[] = []
      for (let index = 0; index < starts; index++) times.push(await measureStart(agent))
      const name = `start of a run of ${cases} cases, ${agent.name}, median of ${starts}`
      results.push({ name, ours: computeMedian(times), ceiling: targets.startMilliseconds, unit: lessIsBetter('ms') })
    }
    return results
  })
}

async function measureStart(agent: BenchRegressionAgent): Promise<number> {
  const startedAt = performance.now()
  const run = await agent.start()
  const milliseconds = performance.now() - startedAt
  await agent.cancel(run)
  await sleep(pauseMilliseconds)
  return milliseconds
}

/** Cases that exercise every lint rule, for an agent with much content to check, compared with copying the cases. */
export async function benchRegressionLint(): Promise<Benchmark[]> {
  const definition = createLintedDefinition()
  const documents = Array.from({ length: lintedCases }, (_, index) => createCase(index))
  const lint = () => {
    const lintCase = createCaseLinter(definition)
    const findings = documents.flatMap((document) => lintCase(document))
    if (findings.some(({ severity }) => severity === 'error')) throw new Error(JSON.stringify(findings[0]))
  }
  const copy = () => {
    for (const document of documents) structuredClone(document)
  }
  const times = { ours: [] as number[], ceiling: [] as number[] }
  for (let round = -1; round < lintRounds; round++) {
    const [ours, ceiling] = [measureMilliseconds(lint), measureMilliseconds(copy)]
    if (round >= 0) times.ours.push(ours)
    if (round >= 0) times.ceiling.push(ceiling)
  }
  const name = `lint of ${lintedCases} cases`
  const [ours, ceiling] = [computeMedian(times.ours), computeMedian(times.ceiling)]
  const rate = (milliseconds: number) => (lintedCases * 1000) / milliseconds
  return [
    { name: `${name}, compared with copying them`, ours: rate(ours), ceiling: rate(ceiling), unit: 'cases/s' },
    { name, ours, ceiling: targets.lintMilliseconds, unit: lessIsBetter('ms') },
  ]
}

function createLintedDefinition(): AgentDefinition {
  const definition = createDefinition('Bench')
  const [general] = definition.playbooks
  if (!general) throw new Error('a new agent has no playbook')
  const playbook = (index: number) => ({ ...general, id: `playbook-${index}`, isDefault: false })
  return {
    ...definition,
    playbooks: [general, ...Array.from({ length: 50 }, (_, index) => playbook(index))],
    things: Array.from({ length: 1_000 }, (_, index) => ({ id: `thing-${index}`, name: `Boat number ${index}` })),
    peopleFields: [{ key: 'boats', type: 'number' }],
  }
}

function createCase(index: number): CaseDocument {
  const { document, findings } = readCase({
    title: `Case ${index}`,
    tags: ['smoke'],
    scenario: {
      start: { resume: { activePlaybook: `playbook-${index % 50}` } },
      persona: { preset: { fields: { productInterest: `Boat number ${index}`, customFields: { boats: 2 } } } },
    },
    turns: ['Hello', { chip: 'Yes, please', fallback: 'Yes' }, { confirm: true, fallback: 'Yes' }, 'Four', 'Thank you'],
    expect: {
      checks: {
        finalReplyNonEmpty: true,
        activePlaybookAtEnd: `playbook-${index % 50}`,
        textIncludes: ['boat'],
        textMatches: ['/number \\d+/i'],
      },
      judge: { criteria: [{ id: 'kind', text: 'The agent is kind' }] },
    },
  })
  if (!document) throw new Error(JSON.stringify(findings[0]))
  return document
}

function measureMilliseconds(run: () => void): number {
  const startedAt = performance.now()
  run()
  return performance.now() - startedAt
}

const computeMedian = (values: readonly number[]): number =>
  values.toSorted((first, second) => first - second)[Math.floor(values.length / 2)] ?? Number.NaN
