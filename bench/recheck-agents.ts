import type pg from 'pg'
import { callJson } from './bind-sms.ts'
import { insertLot } from './campaign-people.ts'
import { type OutreachAgent, outreachAgent } from './outreach-agent.ts'
import type { BenchParley } from './servers.ts'

export type WaitingAgent = { agentKey: number; moveSafeHours(from: number): Promise<void> }

const trigger = { event: 'person.statusChanged' }

/**
 * An agent in its own organization whose automated rows all wait for safe hours; SQL creates the people and the rows.
 */
export async function waitingAgent(parley: BenchParley, client: pg.Client, count: number): Promise<WaitingAgent> {
  const { origin, sysopKey } = parley
  const { apiKey = '' } = await callJson(`${origin}/v1/system/orgs`, sysopKey, { id: 'waiting', name: 'Waiting' })
  const agents = `${origin}/v1/orgs/waiting/agents`
  const { id = '' } = await callJson(agents, apiKey, { name: 'Waiting' })
  const outreach = { outreaches: [{ id: 'spring', name: 'Spring', openerTemplateId: 'opener' }] }
  const messageTemplates = [{ id: 'opener', name: 'Opener', body: 'Hello.' }]
  await callJson(`${agents}/${id}/import`, apiKey, { exportVersion: 1, messageTemplates, outreach })
  const rule = { name: 'Spring', outreachId: 'spring', trigger }
  const { id: ruleId } = await callJson(`${agents}/${id}/automated-outreach`, apiKey, rule)
  const moveSafeHours = (from: number) =>
    write('PUT', `${agents}/${id}/settings/sending`, apiKey, { safeHours: hoursFromNow(from) })
  await moveSafeHours(6)
  const agentKey = await keyOf(client, id)
  await insertLot(client, { agentKey, lot: 'waiting', from: 1, count })
  await client.query(
    `insert into automated_rows (agent_key, rule_id, person_id, outreach_id, reason, triggered_at, planned_at, due_at)
     select $1, $2, id, 'spring', 'outside_safe_hours', now() - interval '1 minute', opening, opening
       from people, (select date_trunc('hour', now()) + interval '6 hours' as opening) as hours
      where agent_key = $1`,
    [agentKey, ruleId],
  )
  return { agentKey, moveSafeHours }
}

/** Hours of the day in UTC, relative to the current hour. */
function hoursFromNow(from: number) {
  const hour = (offset: number) => (new Date().getUTCHours() + offset) % 24
  return { startHour: hour(from), endHour: hour(from + 1), timeZone: 'UTC' }
}

export type SendingAgent = OutreachAgent & {
  agentKey: number /** Triggers a rule for one more person. */
  trigger(): Promise<void>
}

/** An agent of another organization, with sends and a rule that nothing delays. */
export async function sendingAgent(parley: BenchParley, client: pg.Client, people: number): Promise<SendingAgent> {
  const agent = await outreachAgent(parley)
  const [, outreachId = ''] = /outreach\/([^/]+)\/sends$/.exec(agent.named) ?? []
  const base = `${parley.origin}/v1/orgs/demo/agents/${parley.agent}`
  await callJson(`${base}/automated-outreach`, parley.key, { name: 'Spring', outreachId, trigger })
  const agentKey = await keyOf(client, parley.agent)
  const ids = await insertLot(client, { agentKey, lot: 'sending', from: 1, count: people })
  let next = 0
  return {
    ...agent,
    agentKey,
    async trigger() {
      const [id, key = ''] = [ids[next], agent.keys[next % agent.keys.length]]
      next += 1
      if (id === undefined) throw new Error('the benchmark triggered the rule for everyone')
      await write('PATCH', `${base}/people/${id}`, key, { status: 'qualified' })
    },
  }
}

async function keyOf(client: pg.Client, id: string): Promise<number> {
  const { rows } = await client.query('select agent_key from agents where id = $1', [id])
  return rows[0].agent_key
}

async function write(method: 'PUT' | 'PATCH', url: string, key: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
}
