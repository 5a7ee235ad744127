import type pg from 'pg'
import { callJson } from './bind-sms.ts'
import { insertRecipientGroup } from './campaign-people.ts'
import { createOutreachAgent, type OutreachAgent } from './outreach-agent.ts'
import type { BenchParley } from './servers.ts'

export type WaitingAgent = { agentKey: number; setSafeHours(offsetHours: number): Promise<void> }

const trigger = { event: 'person.statusChanged' }

/**
 * An agent in its own organization whose automated rows all wait for safe hours; SQL creates the people and the rows.
 */
export async function createWaitingAgent(parley: BenchParley, client: pg.Client, count: number): Promise<WaitingAgent> {
  const { origin, sysopKey } = parley
  const { apiKey = '' } = await callJson(`${origin}/v1/system/orgs`, sysopKey, { id: 'waiting', name: 'Waiting' })
  const agents = `${origin}/v1/orgs/waiting/agents`
  const { id = '' } = await callJson(agents, apiKey, { name: 'Waiting' })
  const outreach = { outreaches: [{ id: 'spring', name: 'Spring', openerTemplateId: 'opener' }] }
  const messageTemplates = [{ id: 'opener', name: 'Opener', body: 'Hello.' }]
  await callJson(`${agents}/${id}/import`, apiKey, { exportVersion: 1, messageTemplates, outreach })
  const rule = { name: 'Spring', outreachId: 'spring', trigger }
  const { id: ruleId } = await callJson(`${agents}/${id}/automated-outreach`, apiKey, rule)
  const setSafeHours = (offsetHours: number) =>
    callApi('PUT', `${agents}/${id}/settings/sending`, apiKey, { safeHours: buildHoursFromNow(offsetHours) })
  await setSafeHours(6)
  const agentKey = await readAgentKey(client, id)
  await insertRecipientGroup(client, { agentKey, tag: 'waiting', from: 1, count })
  await client.query(
    `insert into automated_rows (agent_key, rule_id, person_id, outreach_id, reason, triggered_at, planned_at, due_at)
     select $1, $2, id, 'spring', 'outside_safe_hours', now() - interval '1 minute', opening, opening
       from people, (select date_trunc('hour', now()) + interval '6 hours' as opening) as hours
      where agent_key = $1`,
    [agentKey, ruleId],
  )
  return { agentKey, setSafeHours }
}

/** Hours of the day in UTC, relative to the current hour. */
function buildHoursFromNow(offsetHours: number) {
  const hour = (offset: number) => (new Date().getUTCHours() + offset) % 24
  return { startHour: hour(offsetHours), endHour: hour(offsetHours + 1), timeZone: 'UTC' }
}

export type SendingAgent = OutreachAgent & {
  agentKey: number
  /** Triggers a rule for one more person. */
  trigger(): Promise<void>
}

/** An agent of another organization, with sends and a rule that nothing delays. */
export async function createSendingAgent(
  parley: BenchParley,
  client: pg.Client,
  people: number,
): Promise<SendingAgent> {
  const agent = await createOutreachAgent(parley)
  const [, outreachId = ''] = /outreach\/([^/]+)\/sends$/.exec(agent.namedSendsUrl) ?? []
  const base = `${parley.origin}/v1/orgs/demo/agents/${parley.agent}`
  await callJson(`${base}/automated-outreach`, parley.key, { name: 'Spring', outreachId, trigger })
  const agentKey = await readAgentKey(client, parley.agent)
  const ids = await insertRecipientGroup(client, { agentKey, tag: 'sending', from: 1, count: people })
  let next = 0
  return {
    ...agent,
    agentKey,
    async trigger() {
      const [id, key = ''] = [ids[next], agent.keys[next % agent.keys.length]]
      next += 1
      if (id === undefined) throw new Error('the benchmark triggered the rule for everyone')
      await callApi('PATCH', `${base}/people/${id}`, key, { status: 'qualified' })
    },
  }
}

async function readAgentKey(client: pg.Client, id: string): Promise<number> {
  const { rows } = await client.query('select agent_key from agents where id = $1', [id])
  return rows[0].agent_key
}

async function callApi(method: 'PUT' | 'PATCH', url: string, key: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} returned ${response.status}`)
}
