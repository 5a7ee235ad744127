import { createAgentFinder } from '../domains/agents/index.ts'
import { dateTriggerWork } from '../domains/outreach/dates/worker.ts'
import type { EnqueueSend } from '../domains/outreach/deps.ts'
import { recheckWork } from '../domains/outreach/rechecks/worker.ts'
import { ruleWork } from '../domains/outreach/rules/worker.ts'
import { insertSends } from '../domains/outreach/sends/queries.ts'
import { sequenceWork } from '../domains/outreach/sequences/worker.ts'
import type { AgentKey } from '../platform/http/route.ts'
import { createWorker } from '../platform/work/index.ts'
import { createTestAgent, type TestAgent } from './agent.ts'
import { assertStatus, type ReplyBody } from './client.ts'
import { createGatewayBench, type GatewayAgent } from './gateway-bench.ts'

const everyDay = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '00:00', endTime: '23:59' }))
const scheduling = { timezone: 'UTC', availableHours: everyDay, representatives: [{ id: 'anna', name: 'Anna' }] }
const messageTemplates = [
  { id: 'plain', name: 'Plain', body: 'Hello.' },
  { id: 'needy', name: 'Needy', body: 'Your {person.customFields.plan} is ready.' },
]

/** Agents with rules, people, and a worker for their rows only: the sends it queues stay queued. */
export async function createRulesBench() {
  const bench = await createGatewayBench()
  const { server, world } = bench
  const { db, pool } = server.database
  const { agents, channels } = server.services
  const { definitions } = agents
  const queue: EnqueueSend = async (tx, agent, send) => (await insertSends(tx, agent, [send])).has(send.id)
  const works = [
    ruleWork({ db, world, definitions, channels, enqueue: queue }),
    sequenceWork({ db, world, definitions, channels, enqueue: queue }),
    dateTriggerWork({ db, world, definitions }),
    recheckWork({ db, world, definitions, channels, wakeCampaigns: async () => {} }),
  ]
  const worker = () => createWorker({ db, world, log: server.context.log, works })
  const ruleWorker = worker()
  return {
    ...bench,
    db,
    pool,
    worker,
    due: () => ruleWorker.drain(),
    async agent(...outreaches: object[]): Promise<RulesAgent> {
      const api = await createTestAgent(server)
      const key = (await createAgentFinder(db)({ id: api.orgId }, api.id)) as AgentKey
      await configureAgent(api, outreaches)
      return { api, key, ...createRuleHelpers(api) }
    },
    /** An agent that people can write to. */
    async createAgentWithPhone(): Promise<RulesAgent & Pick<GatewayAgent, 'phone'>> {
      const { api, key, phone } = await bench.agent('rcs')
      await configureAgent(api, [{}])
      return { api, key, phone, ...createRuleHelpers(api) }
    },
    async readQueuedOutreaches(personId: string): Promise<string[]> {
      const sql = 'select outreach_id from sends where person_id = $1 order by queued_at, id'
      return (await pool.query(sql, [personId])).rows.map(({ outreach_id }) => outreach_id)
    },
  }
}

const buildOutreach = (at: number) => ({ id: `o${at + 1}`, name: `O${at + 1}`, openerTemplateId: 'plain' })

async function configureAgent(api: TestAgent, outreaches: object[]): Promise<void> {
  const outreach = { outreaches: outreaches.map((outreachFields, at) => ({ ...buildOutreach(at), ...outreachFields })) }
  const document = { exportVersion: 1, messageTemplates, outreach, capabilities: { scheduling } }
  assertStatus(await api.post('/import', document), 200)
}

export type RulesAgent = { api: TestAgent; key: AgentKey } & RuleHelpers

export type RuleHelpers = {
  readRows(ruleId: string): Promise<ReplyBody[]>
  /** Its state and reason, such as `skipped no_consent`; undefined if the person has no row. */
  readState(ruleId: string, personId: string): Promise<string | undefined>
  rule(event: string, fields?: object): Promise<string>
  /** By default a person with consent and a number on RCS. */
  person(profile?: object, settings?: { consent?: string; rcs?: boolean }): Promise<string>
  updatePerson(personId: string, profile?: object): Promise<void>
}

let phoneCount = 0

function createRuleHelpers(api: TestAgent): RuleHelpers {
  const readRows = async (ruleId: string): Promise<ReplyBody[]> =>
    assertStatus(await api.get(`/automated-outreach/${ruleId}/rows?limit=200`), 200).data
  const address = () => `+1202555${String(1000 + ++phoneCount)}`
  return {
    readRows,
    async readState(ruleId: string, personId: string): Promise<string | undefined> {
      const row = (await readRows(ruleId)).find((row) => row.personId === personId)
      return row && [row.state, row.reason].filter(Boolean).join(' ')
    },
    async rule(event: string, fields: object = {}): Promise<string> {
      const { trigger = {}, ...rest } = fields as { trigger?: object }
      const body = { name: event, outreachId: 'o1', trigger: { event, ...trigger }, ...rest }
      return assertStatus(await api.post('/automated-outreach', body), 201).id
    },
    async person(profile: object = {}, { consent = 'granted', rcs = true } = {}): Promise<string> {
      const { id } = assertStatus(await api.post('/people', profile), 201)
      if (rcs) assertStatus(await api.post(`/people/${id}/identities`, { channel: 'rcs', address: address() }), 201)
      if (consent !== 'unknown') assertStatus(await api.put(`/people/${id}/consent`, { status: consent }), 200)
      return id
    },
    async updatePerson(personId: string, profile: object = { status: 'qualified' }): Promise<void> {
      assertStatus(await api.patch(`/people/${personId}`, profile), 200)
    },
  }
}
