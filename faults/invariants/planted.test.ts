import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../server/src/testing/database.ts'
import type { FakeProviderCall } from '../environment/fake-providers.ts'
import type { AcknowledgedCall } from '../traffic/acknowledged-calls.ts'
import { findInvariantViolations, invariants } from './index.ts'
import type { AllowedExit, EndedProcess, Evidence } from './invariant.ts'
import { fingerprintAgent } from './platform.ts'

/** Tests the checker itself: violates each invariant once on purpose and expects the checker to report it. */

const { pool } = await createTestDatabase()

type Sql = (text: string, values?: unknown[]) => Promise<unknown>
type Planted = { sql: Sql; evidence: Evidence; agent: number }
type Plant = { breaks: string; by: string; plant(planted: Planted): unknown }

const at = Date.parse('2030-01-31T12:00:00Z')
const number = '+12025550143'
const send = { kind: 'send', agent: 'harbour', key: 'k1', sendId: 'snd_1', number, status: 'queued', at } as const
const carried: FakeProviderCall = {
  at,
  begunAt: at,
  provider: 'google-rbm',
  to: number,
  id: 'm1',
  text: 'Number k1',
  effect: true,
  confirmed: true,
}
const word = { kind: 'word', number, text: `word 1 of ${number}`, at } as const
const delivered = { at, id: 'evt_1', type: 'person.created', digest: 'one', signed: true, accepted: true }
const event = { at, eventId: 'e1', userId: 'usr_1' }

const door: EndedProcess = { name: 'door', printed: '', unexpectedExits: [], allowedExits: [] }
const gaveUp = (code: number, text: string): AllowedExit => ({
  code,
  signal: null,
  output: `\n  Parley did not start.\n\n  ${text}\n`,
})

/** Mutates the read-only lists of the evidence. */
const add = <T>(list: readonly T[], ...more: T[]) => void (list as T[]).push(...more)
const deed = ({ acknowledged }: Evidence, ...more: AcknowledgedCall[]) => add(acknowledged, ...more)

const addSend = ({ sql, agent }: Planted, state: string, more = `'named', null`) =>
  sql(
    `insert into sends (agent_key, id, outreach_id, class, person_id, asid, channel, state, queued_at, due_at, origin, campaign_id)
     values ($1, 'snd_1', 'spring', 'service', 'per_1', 'usr_1', 'rcs', $2, now(), case when $2 = 'queued' then now() end, ${more})`,
    [agent, state],
  )
const addEvent = ({ sql }: Planted, type: string, ...all: object[]) =>
  sql(
    `insert into outbox (id, org_id, type, data, created_at)
     select 'evt_' || n, 'demo', $1, data, now() + n * interval '1 second'
       from jsonb_array_elements($2::jsonb) with ordinality as e (data, n)`,
    [type, JSON.stringify(all)],
  )
const addCampaign = ({ sql, agent }: Planted, status: string, total = 1) =>
  sql(
    `insert into campaigns (agent_key, id, name, outreach_id, audience, is_test, status, snapshot, total, sendable, exclusions,
                            created_at, updated_at)
     values ($1, 'cmp_1', 'Spring', 'spring', '{}', false, $2, 7, $3, 1, '{}', now(), now())`,
    [agent, status, total],
  )
const addPerson = ({ sql, agent }: Planted, name: string, consent = 'unknown') =>
  sql(
    `insert into people (agent_key, id, full_name, status, consent_status, search, sort_name, created_at, updated_at)
     values ($1, 'per_' || (select count(*) + 1 from people), $2, 'new', $3, '', '', now(), now())`,
    [agent, name, consent],
  )
const addPlaybooks = ({ sql, agent }: Planted, ...playbooks: object[]) =>
  sql(`update definitions set playbooks = $2 where agent_key = $1`, [agent, JSON.stringify(playbooks)])
const addAppointment = ({ sql, agent }: Planted, id: string, representative: string) =>
  sql(
    `insert into appointments (agent_key, id, person_key, representative_id, start_at, end_at, prospect_timezone, status, history,
                               created_at, updated_at)
     values ($1, $2, (select min(person_key) from people), $3, '2031-03-01T10:00Z', '2031-03-01T10:30Z', 'UTC', 'scheduled', '[]', now(), now())`,
    [agent, id, representative],
  )
const moved = (previousStatus: string, status: string) => ({ campaignId: 'cmp_1', previousStatus, status })
const stop = { kind: 'stop', number, begunAt: at - 60_000, at: at - 60_000 } as const

const plants: Plant[] = [
  { breaks: 'I1 an accepted send', by: 'a send that is missing', plant: ({ evidence }) => deed(evidence, send) },
  {
    breaks: 'I1 an accepted send',
    by: 'work that never finishes',
    plant: ({ evidence }) => Object.assign(evidence, { remainingWork: { sends: 3 } }),
  },
  {
    breaks: 'I2 ',
    by: 'the same text under two ids',
    plant: ({ evidence }) => add(evidence.providerCalls, carried, { ...carried, id: 'm2' }),
  },
  {
    breaks: 'I2 ',
    by: 'a message that Twilio accepted with a 504 and received again',
    plant: ({ evidence }) =>
      add(
        evidence.providerCalls,
        { ...carried, provider: 'twilio', confirmed: false },
        { ...carried, provider: 'twilio', at: at + 2_000 },
      ),
  },
  {
    breaks: 'I3 ',
    by: 'a send that is sent but never arrived',
    async plant(planted) {
      deed(planted.evidence, send)
      await addSend(planted, 'sent')
    },
  },
  {
    breaks: 'I3 ',
    by: 'a cancelled send that arrived',
    async plant(planted) {
      deed(planted.evidence, send)
      add(planted.evidence.providerCalls, carried)
      await addSend(planted, 'cancelled')
    },
  },
  {
    breaks: 'I3 ',
    by: 'a failed send that the provider accepted',
    async plant(planted) {
      deed(planted.evidence, send)
      add(planted.evidence.providerCalls, carried)
      await addSend(planted, 'failed')
    },
  },
  {
    breaks: 'I3 sends with the status sent',
    by: 'a failed send that Twilio accepted with a 504',
    async plant(planted) {
      deed(planted.evidence, send)
      add(planted.evidence.providerCalls, { ...carried, provider: 'twilio', confirmed: false })
      await addSend(planted, 'failed')
    },
  },
  {
    breaks: 'I3 a send with a delivery receipt',
    by: 'a message that was delivered and is marked failed',
    plant: ({ sql, agent }) =>
      sql(
        `insert into messages (agent_key, id, asid, session_id, channel, message, accepted_at, delivered_at, failed_at, reason)
         values ($1, 'msg_1', 'usr_1', 'ses_1', 'rcs', '{}', now(), now(), now(), 'unknownOutcome')`,
        [agent],
      ),
  },
  {
    breaks: 'I4 a send is announced once',
    by: 'a send with two final statuses',
    plant: (planted) =>
      addEvent(
        planted,
        'outreach.send.updated',
        ...['queued', 'sent', 'failed'].map((state) => ({ sendId: 's', state })),
      ),
  },
  {
    breaks: 'I4 the last published status',
    by: 'a final status that was never announced',
    plant: (planted) => addSend(planted, 'sent'),
  },
  {
    breaks: 'I11 ',
    by: 'a key with two sends',
    plant: ({ evidence }) => deed(evidence, send, { ...send, sendId: 'snd_2' }),
  },
  {
    breaks: 'I19 no row waits any longer',
    by: 'a row that waits for hours that are open',
    plant: ({ evidence }) => add(evidence.stuckRows, 'the row of per_1 waits for outside_safe_hours'),
  },
  {
    breaks: 'I19 people who waited',
    by: 'a row that was skipped because of hours that have opened since',
    async plant({ evidence, sql, agent }) {
      deed(evidence, { kind: 'waits', agent: 'beacon', personId: 'per_1', key: 'k1', at })
      await sql(
        `insert into automated_rows (agent_key, rule_id, person_id, outreach_id, state, reason, triggered_at, planned_at)
         values ($1, 'rul_1', 'per_1', 'spring', 'skipped', 'outside_safe_hours', now(), now())`,
        [agent],
      )
    },
  },
  {
    breaks: 'I14 ',
    by: 'a sandbox send that reached the provider',
    plant({ evidence }) {
      deed(evidence, { kind: 'rehearsal', agent: 'harbour', key: 'k1', sendId: 'snd_1', at })
      add(evidence.providerCalls, carried)
    },
  },
  {
    breaks: 'I1 every started campaign',
    by: 'a campaign that stays paused',
    async plant(planted) {
      deed(planted.evidence, { kind: 'campaign', agent: 'harbour', campaignId: 'cmp_1', people: 1, consenting: 1, at })
      await addCampaign(planted, 'paused')
    },
  },
  {
    breaks: 'I5 the counts of a campaign',
    by: 'people that no counter includes',
    plant: (planted) => addCampaign(planted, 'running', 5),
  },
  {
    breaks: 'I5 a campaign shows',
    by: 'a report with wrong counts',
    async plant(planted) {
      add(planted.evidence.campaigns, { id: 'cmp_1', status: 'running', counts: { sent: 4 } })
      await addSend(planted, 'sent', `'campaign', 'cmp_1'`)
    },
  },
  {
    breaks: 'I4 a campaign follows its transition table',
    by: 'a campaign that completes while paused',
    async plant(planted) {
      await addCampaign(planted, 'completed')
      const way = ['draft', 'staged', 'running', 'paused', 'completed']
      await addEvent(planted, 'campaign.status_changed', ...way.slice(1).map((to, n) => moved(way[n] as string, to)))
    },
  },
  {
    breaks: 'I4 a campaign follows its transition table',
    by: 'a pause that was announced twice',
    async plant(planted) {
      await addCampaign(planted, 'paused')
      const way = [moved('draft', 'staged'), moved('staged', 'running'), moved('running', 'paused')]
      await addEvent(planted, 'campaign.status_changed', ...way, moved('running', 'paused'))
    },
  },
  {
    breaks: 'I7 ',
    by: 'a person without consent',
    async plant(planted) {
      await addPerson(planted, 'A Visitor')
      await addSend(planted, 'sent', `'campaign', 'cmp_1'`)
    },
  },
  {
    breaks: 'I1 the agent receives everything',
    by: 'an inbound message that was never delivered',
    plant: ({ evidence }) => deed(evidence, word),
  },
  {
    breaks: 'I1 every message the gateway accepted',
    by: 'an accepted message that never arrived',
    plant: ({ evidence }) => deed(evidence, { kind: 'message', number, text: 'line 1', messageId: 'msg_1', at }),
  },
  {
    breaks: 'I6 ',
    by: 'a dispatch that starts a minute after the reply to the STOP',
    plant({ evidence }) {
      deed(evidence, stop, { kind: 'start', number, begunAt: at + 1, at: at + 1 })
      add(evidence.providerCalls, carried)
    },
  },
  {
    breaks: 'I6 ',
    by: 'a dispatch that starts a millisecond after it, even if the provider rejects it',
    plant({ evidence }) {
      deed(evidence, stop)
      add(evidence.providerCalls, { ...carried, begunAt: stop.at + 1, effect: false, confirmed: false })
    },
  },
  {
    breaks: 'I8 ',
    by: 'a status that was published under two ids',
    plant({ evidence }) {
      const state = { messageId: 'msg_1', state: 'delivered' }
      add(evidence.agentEvents, { ...event, ...state }, { ...event, ...state, eventId: 'e2' })
    },
  },
  {
    breaks: 'I15 ',
    by: 'the second message before the first',
    plant: ({ evidence }) =>
      add(
        evidence.providerCalls,
        ...[2, 1].map((nth) => ({ ...carried, id: `m${nth}`, text: `line ${nth} to ${number}` })),
      ),
  },
  {
    breaks: 'I9 ',
    by: 'two default playbooks',
    plant: (planted) => addPlaybooks(planted, { id: 'a', isDefault: true }, { id: 'b', isDefault: true }),
  },
  {
    breaks: 'I9 ',
    by: 'a default playbook that belongs to an Outreach',
    plant: (planted) => addPlaybooks(planted, { id: 'a', isDefault: true, outreachId: 'spring' }),
  },
  {
    breaks: 'I10 ',
    by: 'an Outreach without an opener',
    plant: ({ sql, agent }) =>
      sql(`update definitions set outreaches = '[{"id":"spring","openerTemplateId":"gone"}]' where agent_key = $1`, [
        agent,
      ]),
  },
  {
    breaks: 'I1 the playbooks match',
    by: 'a default change that was lost',
    plant(planted) {
      deed(planted.evidence, { kind: 'default', playbookId: 'b', at })
      return addPlaybooks(planted, { id: 'a', isDefault: true }, { id: 'b', isDefault: false })
    },
  },
  {
    breaks: 'I1 a created person',
    by: 'a person created twice by one key',
    async plant(planted) {
      deed(planted.evidence, { kind: 'person', personId: 'per_1', name: 'A Visitor', at })
      for (let times = 0; times < 2; times++) await addPerson(planted, 'A Visitor')
    },
  },
  {
    breaks: 'I13 every identity belongs',
    by: 'an identity without a person',
    plant: ({ sql, agent }) =>
      sql(
        `insert into identities (agent_key, asid, channel, address, address_hash, person_key, preferred, created_at)
         values ($1, 'usr_1', 'rcs', 'x', 'x', 4711, true, now())`,
        [agent],
      ),
  },
  {
    breaks: 'I1 a booked appointment',
    by: 'an appointment that was never announced',
    async plant(planted) {
      const booking = {
        kind: 'booking',
        appointmentId: 'apt_1',
        personId: 'per_1',
        startUtc: '2031-03-01T10:00:00Z',
        at,
      } as const
      deed(planted.evidence, booking)
      await addPerson(planted, 'A Visitor')
      await addAppointment(planted, 'apt_1', 'desk')
    },
  },
  {
    breaks: 'I5 nobody is double-booked',
    by: 'two appointments at the same time',
    async plant(planted) {
      await planted.sql('alter table appointments drop constraint appointments_do_not_overlap')
      await addPerson(planted, 'A Visitor')
      for (const id of ['apt_1', 'apt_2']) await addAppointment(planted, id, 'desk')
    },
  },
  {
    breaks: 'I12 each subscribed event',
    by: 'an event without a recipient',
    async plant(planted) {
      await planted.sql(
        `insert into webhooks (id, org_id, url, events, active, secret, secret_prefix, created_at, updated_at)
         values ('whk_1', 'demo', 'https://example.com', '{person.created}', true, '', '', now(), now())`,
      )
      await addEvent(planted, 'person.created', { personId: 'per_1' })
    },
  },
  {
    breaks: 'I12 an event is marked delivered',
    by: 'a webhook call without an event',
    plant: ({ evidence }) => add(evidence.webhookEvents, delivered),
  },
  {
    breaks: 'I12 each request is signed',
    by: 'an unsigned webhook call',
    plant: ({ evidence }) => add(evidence.webhookEvents, { ...delivered, signed: false }),
  },
  {
    breaks: 'I12 each request is signed',
    by: 'a repeat with another body',
    plant: ({ evidence }) => add(evidence.webhookEvents, delivered, { ...delivered, digest: 'other' }),
  },
  {
    breaks: 'I13 every row of an agent',
    by: 'a changed canary org',
    plant: ({ sql }) => sql(`update agents set name = 'Loud' where id = 'canary'`),
  },
  {
    breaks: 'I17 ',
    by: 'a secret in a table',
    plant: ({ sql }) =>
      sql(`insert into installation (key, value, created_at) values ('x', 'the word of words', now())`),
  },
  {
    breaks: 'I17 ',
    by: 'a secret in a log',
    plant: ({ evidence }) => add(evidence.processes, { ...door, printed: '{"x":"the word of words"}' }),
  },
  {
    breaks: 'I18 no process exits',
    by: 'a process that exits by itself',
    plant: ({ evidence }) => add(evidence.processes, { ...door, unexpectedExits: ['door ended'] }),
  },
  ...['Error: terminated\n    at start (main.ts:1:1)', 'The port is in use.\n\n    at start (main.ts:1:1)'].map(
    (message) => ({
      breaks: 'I18 a failed start',
      by: `a start that ends with ${message.split('\n')[0]} and a stack`,
      plant: ({ evidence }: Planted) => add(evidence.processes, { ...door, allowedExits: [gaveUp(1, message)] }),
    }),
  ),
  {
    breaks: 'I18 a failed start',
    by: 'a failed start with exit code 0',
    plant: ({ evidence }) => add(evidence.processes, { ...door, allowedExits: [gaveUp(0, 'The disk is full.')] }),
  },
  {
    breaks: 'I18 checks made during a fault',
    by: 'a scenario that reported a violation',
    plant: ({ evidence }) => add(evidence.reports, '/readyz of door-1 says nothing of a full disk'),
  },
  {
    breaks: 'P12 ',
    by: 'a response with status 500',
    plant: ({ evidence }) =>
      deed(evidence, { kind: 'surprise', method: 'GET', path: '/', status: 500, code: 'internal', at }),
  },
]

async function makeAgents(sql: Evidence['query']): Promise<number> {
  await sql(`insert into orgs (id, name, created_at, updated_at) values ('demo', 'Demo', now(), now())`)
  await sql(`insert into agents (org_id, id, name, created_at, updated_at)
             select 'demo', id, id, now(), now() from unnest(array['harbour', 'canary']) as id`)
  const [row] = await sql<{ agent_key: number }>(`select agent_key from agents where id = 'harbour'`)
  const agent = row?.agent_key ?? assert.fail()
  await sql('insert into definitions (agent_key) values ($1) on conflict do nothing', [agent])
  return agent
}

/** Plants the violation in a transaction that is rolled back; returns the checker's report. */
async function seen(plant: Plant['plant']): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const query: Evidence['query'] = async (sql, values) => (await client.query(sql, values)).rows
    const agent = await makeAgents(query)
    const lists = {
      ...{ acknowledged: [], providerCalls: [], webhookEvents: [], agentEvents: [] },
      ...{ campaigns: [], processes: [], reports: [], stuckRows: [] },
    }
    const canary = { agentId: 'canary', before: await fingerprintAgent(query, 'canary') }
    const secrets = ['the word of words']
    const evidence: Evidence = { query, ...lists, remainingWork: {}, canary, secrets }
    await plant({ sql: query, evidence, agent })
    return (await findInvariantViolations(evidence)).map(({ invariant }) => invariant)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('the checker finds nothing in a correct state', async () => {
  assert.deepEqual(await seen(() => {}), [])
  const plain = gaveUp(1, 'Port 4000 is in use by another program.')
  assert.deepEqual(await seen(({ evidence }) => add(evidence.processes, { ...door, allowedExits: [plain] })), [])
})

test('a dispatch that begins before the answer to a STOP may arrive after it', async () => {
  const found = await seen(({ evidence }) => {
    deed(evidence, stop)
    add(evidence.providerCalls, { ...carried, begunAt: stop.at, at })
  })
  assert.deepEqual(found, [])
})

for (const { breaks, by, plant } of plants) {
  test(`the checker reports that ${breaks.trim()} is broken by ${by}`, async () => {
    const found = await seen(plant)
    assert.ok(
      found.some((invariant) => invariant.startsWith(breaks)),
      `it found ${found.join('; ') || 'nothing'}`,
    )
  })
}

test('the planted faults break every invariant that a transaction can break', () => {
  // A foreign open transaction needs time and its own connection.
  const others = invariants
    .map(({ name, statement }) => `${name} ${statement}`)
    .filter((one) => !one.includes('stays open'))
  assert.deepEqual(
    others.filter((invariant) => !plants.some(({ breaks }) => invariant.startsWith(breaks))),
    [],
  )
})
