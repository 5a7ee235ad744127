import { setTimeout as sleep } from 'node:timers/promises'
import { callJson } from './bind-sms.ts'
import { type BenchParley, startBenchParley } from './servers.ts'

/** An agent with one suite, and the user messages of each case. */
export type BenchRegressionAgent = {
  name: string
  turns: readonly string[]
  start(): Promise<RegressionRun>
  waitUntilCompleted(run: RegressionRun): Promise<RegressionRun>
  cancel(run: RegressionRun): Promise<void>
  /** Creates a persona and returns a function that plays its turns. */
  createPersona(): Promise<(turn: string) => Promise<void>>
}

export type RegressionRun = { id: string; status: string; counts: { total: number; passed: number } }

type AgentKind = { name: string; turns: readonly string[]; checks: object; document: object }

/** An agent that answers from its Facts. */
const facts: AgentKind = {
  name: 'Facts',
  turns: ['When are you open?', 'Is there parking?', 'Can I bring my dog?', 'Do you rent boats?', 'Can I pay by card?'],
  checks: { finalReplyNonEmpty: true, textIncludes: ['nine to five', 'behind the shop', 'card'] },
  document: {
    capabilities: {
      knowledge: {
        facts: [
          { id: 'hours', question: 'When are you open?', answer: 'We are open nine to five on weekdays.' },
          { id: 'parking', question: 'Is there parking?', answer: 'There is parking behind the shop.' },
          { id: 'dogs', question: 'Can I bring my dog?', answer: 'Dogs are welcome on every boat.' },
          { id: 'boats', question: 'Do you rent boats?', answer: 'We rent dinghies and sloops.' },
          { id: 'cards', question: 'Can I pay by card?', answer: 'You can pay by card or in cash.' },
        ],
      },
    },
  },
}

/** An agent whose flow asks for one value after another. */
const flow: AgentKind = {
  name: 'flow',
  turns: ['Hello', 'Ada', '4', 'Soup', 'ada@example.com'],
  checks: { finalReplyNonEmpty: true, outcomes: ['ordered'], textIncludes: ['One Soup for Ada'] },
  document: {
    playbooks: [
      {
        ...{ id: 'orders', name: 'Orders', isDefault: true, body: 'Takes an order.', whenToUse: 'Always.' },
        uses: ['people'],
        flow: {
          ...{ id: 'order', name: 'An order' },
          slots: [
            { name: 'name', type: 'string', prompt: 'What is your name?' },
            { name: 'guests', type: 'number', prompt: 'How many are you?', validate: 'positive' },
            { name: 'dish', type: 'enum', options: ['Soup', 'Cake', 'Tea'], prompt: 'What would you like?' },
            { name: 'email', type: 'email', prompt: 'Which email address may we use?' },
          ],
          steps: [
            { say: 'Welcome.' },
            { collect: ['name', 'guests', 'dish', 'email'] },
            { say: 'One {dish} for {name}.' },
            { end: { outcome: 'ordered' } },
          ],
        },
      },
    ],
  },
}

type RegressionBench = { agents: BenchRegressionAgent[]; cases: number }

/** Creates agents with the given number of cases each, in an organization without a limit on regression runs. */
export async function withRegressionAgents<T>(
  url: string,
  cases: number,
  run: (bench: RegressionBench) => Promise<T>,
): Promise<T> {
  const parley = await startBenchParley(url, { MEANINGS: 'off' })
  try {
    await removeLimits(parley)
    const agents: BenchRegressionAgent[] = []
    for (const kind of [facts, flow]) agents.push(await createRegressionAgent(parley, kind, cases))
    return await run({ agents, cases })
  } finally {
    await parley.stop()
  }
}

async function removeLimits({ origin, sysopKey }: BenchParley): Promise<void> {
  const headers = { authorization: `Bearer ${sysopKey}`, 'content-type': 'application/json' }
  const maxUnits = 1_000_000
  const body = JSON.stringify({ dailyUnits: maxUnits, maxUnitsPerRun: maxUnits, maxCasesPerRun: maxUnits })
  const response = await fetch(`${origin}/v1/system/tests/orgs/demo/settings`, { method: 'PUT', headers, body })
  if (!response.ok) throw new Error(`the PATCH of the limits returned ${response.status}`)
}

async function createRegressionAgent(
  { origin, key }: BenchParley,
  kind: AgentKind,
  cases: number,
): Promise<BenchRegressionAgent> {
  const { name, turns, checks, document } = kind
  const agentsUrl = `${origin}/v1/orgs/demo/agents`
  const call = async <T>(path: string, body?: object) => (await callJson(path, key, body)) as T
  const { id } = await call<{ id: string }>(agentsUrl, { name })
  const agent = `${agentsUrl}/${id}`
  await call(`${agent}/import`, { exportVersion: 1, ...document })
  const suite = await call<{ id: string }>(`${agent}/tests/suites`, { name })
  for (let index = 1; index <= cases; index++) {
    const title = `Conversation ${index}`
    await call(`${agent}/tests/suites/${suite.id}/cases`, { title, turns, expect: { checks } })
  }
  const runs = `${agent}/tests/runs`
  return {
    ...{ name, turns },
    start: () => call<RegressionRun>(runs, {}),
    waitUntilCompleted: (run) => waitUntilCompleted(() => call<RegressionRun>(`${runs}/${run.id}`)),
    cancel: (run) => call(`${runs}/${run.id}/cancel`, {}),
    async createPersona() {
      const persona = await call<{ id: string }>(`${agent}/personas`, { name: 'Bench persona' })
      return async (turn) => void (await call(`${agent}/personas/${persona.id}/turns`, { turn }))
    },
  }
}

async function waitUntilCompleted(read: () => Promise<RegressionRun>): Promise<RegressionRun> {
  for (;;) {
    const run = await read()
    if (run.status === 'completed') {
      if (run.counts.passed === run.counts.total) return run
      throw new Error(`not all cases passed: ${JSON.stringify(run.counts)}`)
    }
    if (run.status !== 'queued' && run.status !== 'running') throw new Error(`the run is ${run.status}`)
    await sleep(100)
  }
}
