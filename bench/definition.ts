import { openDatabase } from '../server/src/platform/db/database.ts'
import {
  type AgentDocumentSize,
  boundToolId,
  buildAgentDocument,
  buildFact,
  buildGuardrails,
  buildList,
  buildTemplate,
  buildThing,
} from './agent-document.ts'
import type { Benchmark } from './benchmark.ts'
import { type BenchCall, callOnce, compareWithBareServer } from './calls.ts'
import { type BenchParley, startBenchParley } from './servers.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

const largeSize: AgentDocumentSize = { things: 1_000, facts: 1_000, playbooks: 50, templates: 50 }
const smallSize: AgentDocumentSize = { things: 5, facts: 5, playbooks: 2, templates: 5 }
const listLength = 1_000
/** Both sides alternate, so that other load on the machine affects both. */
const listWrites = 40
const smallWrites = 100
const warmUps = 5

/** Short rounds, because there are many sections. */
const pace = { warmUpSeconds: 1, rounds: 5, roundSeconds: 1 }

const sections = [
  'identity',
  'personality',
  'goals',
  'playbooks',
  'standing-instructions',
  'guardrails',
  'rules',
  'objectives',
  'message-templates',
  'knowledge/things',
  'knowledge/collections',
  'knowledge/facts',
  'scheduling',
  'notifications',
  'integrations',
  'tool-bindings',
  'people-fields',
  'outreach',
  'export',
]

/**
 * Agent configuration: reads compared with a bare server, long lists with one statement, and a large agent with a small
 * one.
 */
export async function benchDefinition(databaseUrl: string): Promise<Benchmark[]> {
  const words = createVocabulary()
  const parley = await startBenchParley(databaseUrl)
  try {
    const largeAgent = await createAgent(parley, buildAgentDocument(largeSize, words))
    const smallAgent = await createAgent(parley, buildAgentDocument(smallSize, words))
    return [
      ...(await measureReads(parley, largeAgent)),
      ...(await measureWrites(largeAgent, smallAgent, words)),
      ...(await measureListWrites(databaseUrl, largeAgent, smallAgent, words)),
    ]
  } finally {
    await parley.stop()
  }
}

type BenchAgent = { path: string; send(method: BenchCall['method'], section: string, body?: object): Promise<void> }

async function createAgent({ origin, key }: BenchParley, document: object): Promise<BenchAgent> {
  const agentsPath = '/v1/orgs/demo/agents'
  const response = await callOnce(origin, {
    method: 'POST',
    path: agentsPath,
    token: key,
    body: JSON.stringify({ name: 'Bench' }),
  })
  const { id } = (await response.json()) as { id: string }
  const path = `${agentsPath}/${id}`
  const send: BenchAgent['send'] = async (method, section, body) => {
    const call = { method, path: `${path}/${section}`, token: key, body: body && JSON.stringify(body) }
    const response = await callOnce(origin, call)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${section}: ${response.status} ${text.slice(0, 500)}`)
  }
  await send('POST', 'import', document)
  await send('PUT', 'notifications', { operator: { provider: 'slack' }, slackWebhookUrl: 'https://hooks.example/1' })
  await send('PUT', `tool-bindings/${encodeURIComponent(boundToolId)}`, {
    config: { webhookUrl: 'https://hooks.example/2' },
  })
  return { path, send }
}

async function measureReads({ origin, key }: BenchParley, { path }: BenchAgent): Promise<Benchmark[]> {
  const rates: Benchmark[] = []
  for (const section of sections) {
    const call = { method: 'GET', path: `${path}/${section}`, token: key } as const
    rates.push(await compareWithBareServer(`GET of ${section}`, { origin, call, pace }))
  }
  return rates
}

/** Each kind of write on the large agent, compared with the same write on the small one. */
async function measureWrites(largeAgent: BenchAgent, smallAgent: BenchAgent, words: Vocabulary): Promise<Benchmark[]> {
  const writes: Record<string, (agent: BenchAgent, round: number) => Promise<void>> = {
    'PATCH of a playbook': (agent) => agent.send('PATCH', 'playbooks/playbook-1', { description: words.pickWords(10) }),
    'POST of a message template': (agent, round) =>
      agent.send('POST', 'message-templates', buildTemplate(smallWrites + round, words)),
    'DELETE of a message template': (agent, round) =>
      agent.send('DELETE', `message-templates/template-${smallWrites + round}`),
    'PUT of the guardrails': (agent) => agent.send('PUT', 'guardrails', buildGuardrails(words)),
  }
  const times = new Map(Object.keys(writes).map((name) => [name, { ours: [] as number[], ceiling: [] as number[] }]))
  for (let round = -warmUps; round < smallWrites; round++) {
    for (const [name, write] of Object.entries(writes)) {
      const ours = await measureMilliseconds(() => write(largeAgent, round))
      const ceiling = await measureMilliseconds(() => write(smallAgent, round))
      if (round < 0) continue
      times.get(name)?.ours.push(ours)
      times.get(name)?.ceiling.push(ceiling)
    }
  }
  return [...times].map(([name, { ours, ceiling }]) => ({
    name: `${name}, large agent compared with a small`,
    ours: quantile(ours, 0.5),
    ceiling: quantile(ceiling, 0.5),
    unit: 'ms',
  }))
}

/** Replacing a whole list, compared with one statement that stores the same bytes for another agent. */
async function measureListWrites(
  databaseUrl: string,
  largeAgent: BenchAgent,
  smallAgent: BenchAgent,
  words: Vocabulary,
): Promise<Benchmark[]> {
  const database = openDatabase(databaseUrl, { connections: 1 })
  const times: Benchmark[] = []
  const id = smallAgent.path.split('/').at(-1)
  try {
    for (const [name, build] of Object.entries({ things: buildThing, facts: buildFact })) {
      const versions = buildList(2, () => buildList(listLength, (index) => build(index, words)))
      const statement = `update definitions set ${name} = $1 from agents where agents.agent_key = definitions.agent_key and id = $2`
      const ours: number[] = []
      const ceiling: number[] = []
      for (let round = -warmUps; round < listWrites; round++) {
        const list = versions[round & 1]
        const text = JSON.stringify(list)
        const ourMs = await measureMilliseconds(() => largeAgent.send('PUT', `knowledge/${name}`, { [name]: list }))
        const bareMs = await measureMilliseconds(() => database.pool.query(statement, [text, id]))
        if (round < 0) continue
        ours.push(ourMs)
        ceiling.push(bareMs)
      }
      const count = listLength.toLocaleString('en')
      for (const [label, share] of Object.entries({ median: 0.5, p95: 0.95 }))
        times.push({
          name: `PUT of ${count} ${name}, ${label}`,
          ours: quantile(ours, share),
          ceiling: quantile(ceiling, share),
          unit: 'ms',
        })
    }
    return times
  } finally {
    await database.close()
  }
}

async function measureMilliseconds(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

function quantile(values: number[], share: number): number {
  return values.toSorted((first, second) => first - second)[Math.floor(values.length * share)] as number
}
