import { openDatabase } from '../server/src/platform/db/database.ts'
import {
  agentDocument,
  boundTool,
  buildFact,
  buildList,
  buildTemplate,
  buildThing,
  guardrails,
  type Size,
} from './agent-document.ts'
import type { Benchmark } from './benchmark.ts'
import { type BenchCall, callRepeatedly, compare } from './calls.ts'
import { type BenchParley, startBenchParley } from './servers.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

const large: Size = { things: 1_000, facts: 1_000, playbooks: 50, templates: 50 }
const small: Size = { things: 5, facts: 5, playbooks: 2, templates: 5 }
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
    const big = await makeAgent(parley, agentDocument(large, words))
    const little = await makeAgent(parley, agentDocument(small, words))
    return [
      ...(await readRates(parley, big)),
      ...(await writeTimes(big, little, words)),
      ...(await listTimes(databaseUrl, big, little, words)),
    ]
  } finally {
    await parley.stop()
  }
}

type Agent = { path: string; send(method: BenchCall['method'], section: string, body?: object): Promise<void> }

async function makeAgent({ origin, key }: BenchParley, document: object): Promise<Agent> {
  const all = '/v1/orgs/demo/agents'
  const made = await callRepeatedly(origin, {
    method: 'POST',
    path: all,
    token: key,
    body: JSON.stringify({ name: 'Bench' }),
  })
  const { id } = (await made.json()) as { id: string }
  const path = `${all}/${id}`
  const send: Agent['send'] = async (method, section, body) => {
    const call = { method, path: `${path}/${section}`, token: key, body: body && JSON.stringify(body) }
    const answer = await callRepeatedly(origin, call)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${section}: ${answer.status} ${text.slice(0, 500)}`)
  }
  await send('POST', 'import', document)
  await send('PUT', 'notifications', { operator: { provider: 'slack' }, slackWebhookUrl: 'https://hooks.example/1' })
  await send('PUT', `tool-bindings/${encodeURIComponent(boundTool)}`, {
    config: { webhookUrl: 'https://hooks.example/2' },
  })
  return { path, send }
}

async function readRates({ origin, key }: BenchParley, { path }: Agent): Promise<Benchmark[]> {
  const rates: Benchmark[] = []
  for (const section of sections) {
    const call = { method: 'GET', path: `${path}/${section}`, token: key } as const
    rates.push(await compare(`GET of ${section}`, { origin, call, pace }))
  }
  return rates
}

/** Each kind of write on the large agent, compared with the same write on the small one. */
async function writeTimes(big: Agent, little: Agent, words: Vocabulary): Promise<Benchmark[]> {
  const kinds: Record<string, (agent: Agent, round: number) => Promise<void>> = {
    'PATCH of a playbook': (agent) => agent.send('PATCH', 'playbooks/playbook-1', { description: words.several(10) }),
    'POST of a message template': (agent, round) =>
      agent.send('POST', 'message-templates', buildTemplate(smallWrites + round, words)),
    'DELETE of a message template': (agent, round) =>
      agent.send('DELETE', `message-templates/template-${smallWrites + round}`),
    'PUT of the guardrails': (agent) => agent.send('PUT', 'guardrails', guardrails(words)),
  }
  const times = new Map(Object.keys(kinds).map((name) => [name, { ours: [] as number[], ceiling: [] as number[] }]))
  for (let round = -warmUps; round < smallWrites; round++) {
    for (const [name, write] of Object.entries(kinds)) {
      const ours = await milliseconds(() => write(big, round))
      const ceiling = await milliseconds(() => write(little, round))
      if (round < 0) continue
      times.get(name)?.ours.push(ours)
      times.get(name)?.ceiling.push(ceiling)
    }
  }
  return [...times].map(([name, { ours, ceiling }]) => ({
    name: `${name}, large agent compared with a small`,
    ours: at(ours, 0.5),
    ceiling: at(ceiling, 0.5),
    unit: 'ms',
  }))
}

/** Replacing a whole list, compared with one statement that stores the same bytes for another agent. */
async function listTimes(databaseUrl: string, big: Agent, little: Agent, words: Vocabulary): Promise<Benchmark[]> {
  const database = openDatabase(databaseUrl, { connections: 1 })
  const times: Benchmark[] = []
  const id = little.path.split('/').at(-1)
  try {
    for (const [name, make] of Object.entries({ things: buildThing, facts: buildFact })) {
      const versions = buildList(2, () => buildList(listLength, (at) => make(at, words)))
      const statement = `update definitions set ${name} = $1 from agents where agents.agent_key = definitions.agent_key and id = $2`
      const ours: number[] = []
      const ceiling: number[] = []
      for (let round = -warmUps; round < listWrites; round++) {
        const list = versions[round & 1]
        const text = JSON.stringify(list)
        const ourTime = await milliseconds(() => big.send('PUT', `knowledge/${name}`, { [name]: list }))
        const bareTime = await milliseconds(() => database.pool.query(statement, [text, id]))
        if (round < 0) continue
        ours.push(ourTime)
        ceiling.push(bareTime)
      }
      const count = listLength.toLocaleString('en')
      for (const [label, share] of Object.entries({ median: 0.5, p95: 0.95 }))
        times.push({
          name: `PUT of ${count} ${name}, ${label}`,
          ours: at(ours, share),
          ceiling: at(ceiling, share),
          unit: 'ms',
        })
    }
    return times
  } finally {
    await database.close()
  }
}

async function milliseconds(act: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await act()
  return performance.now() - from
}

function at(values: number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] as number
}
