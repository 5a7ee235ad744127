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
type ViolationContext = { sql: Sql; evidence: Evidence; agent: number }
type PlantedViolation = { invariantPrefix: string; cause: string; plant(context: ViolationContext): unknown }

const at = Date.parse('2030-01-31T12:00:00Z')
const number = '+12025550143'
const send = { kind: 'send', agent: 'harbour', key: 'k1', sendId: 'snd_1', number, status: 'queued', at } as const
const providerCall: FakeProviderCall = {
  at,
  startedAt: at,
  provider: 'google-rbm',
  to: number,
  id: 'm1',
  text: 'Number k1',
  delivered: true,
  confirmed: true,
}
const inboundCall = { kind: 'inbound', number, text: `inbound 1 of ${number}`, at } as const
const webhookEvent = { at, id: 'evt_1', type: 'person.created', digest: 'one', signed: true, accepted: true }
const event = { at, eventId: 'e1', userId: 'usr_1' }
const toolCall = { at, service: 'webhook', key: number } as const

const apiProcess: EndedProcess = { name: 'api', output: '', unexpectedExits: [], allowedExits: [] }
const buildFailedStart = (code: number, text: string): AllowedExit => ({
  code,
  signal: null,
  output: `\n  Parley did not start.\n\n  ${text}\n`,
})

/** Mutates the read-only lists of the evidence. */
const add = <T>(items: readonly T[], ...added: T[]) => void (items as T[]).push(...added)
const acknowledge = ({ acknowledged }: Evidence, ...added: AcknowledgedCall[]) => add(acknowledged, ...added)

const addSend = ({ sql, agent }: ViolationContext, state: string, originAndCampaign = `'named', null`) =>
  sql(
    `insert into sends (agent_key, id, outreach_id, class, person_id, asid, channel, state, queued_at, due_at, origin, campaign_id)
     values ($1, 'snd_1', 'spring', 'service', 'per_1', 'usr_1', 'rcs', $2, now(), case when $2 = 'queued' then now() end, ${originAndCampaign})`,
    [agent, state],
  )
const addEvent = ({ sql }: ViolationContext, type: string, ...all: object[]) =>
  sql(
    `insert into outbox (id, org_id, type, data, created_at)
     select 'evt_' || n, 'demo', $1, data, now() + n * interval '1 second'
       from jsonb_array_elements($2::jsonb) with ordinality as e (data, n)`,
    [type, JSON.stringify(all)],
  )
const addToolCall = ({ sql, agent }: ViolationContext, state: string) =>
  sql(
    `insert into tool_binding_calls (agent_key, id, tool_id, called_by, state, given, at)
     values ($1, 'tcl_1', '@svc/tool.http-webhook', 'flow', $2, $3, now())`,
    [agent, state, JSON.stringify({ payload: { number } })],
  )
const addCampaign = ({ sql, agent }: ViolationContext, status: string, total = 1) =>
  sql(
    `insert into campaigns (agent_key, id, name, outreach_id, audience, is_test, status, snapshot, total, sendable, exclusions,
                            created_at, updated_at)
     values ($1, 'cmp_1', 'Spring', 'spring', '{}', false, $2, 7, $3, 1, '{}', now(), now())`,
    [agent, status, total],
  )
const addPerson = ({ sql, agent }: ViolationContext, name: string, consent = 'unknown') =>
  sql(
    `insert into people (agent_key, id, full_name, status, consent_status, search, sort_name, created_at, updated_at)
     values ($1, 'per_' || (select count(*) + 1 from people), $2, 'new', $3, '', '', now(), now())`,
    [agent, name, consent],
  )
const addPlaybooks = ({ sql, agent }: ViolationContext, ...playbooks: object[]) =>
  sql(`update definitions set playbooks = $2 where agent_key = $1`, [agent, JSON.stringify(playbooks)])
const addAppointment = ({ sql, agent }: ViolationContext, id: string, representative: string) =>
  sql(
    `insert into appointments (agent_key, id, person_key, representative_id, start_at, end_at, prospect_timezone, status, history,
                               created_at, updated_at)
     values ($1, $2, (select min(person_key) from people), $3, '2031-03-01T10:00Z', '2031-03-01T10:30Z', 'UTC', 'scheduled', '[]', now(), now())`,
    [agent, id, representative],
  )
const buildTransition = (previousStatus: string, status: string) => ({ campaignId: 'cmp_1', previousStatus, status })
const stop = { kind: 'stop', number, startedAt: at - 60_000, at: at - 60_000 } as const

const addEnrollment = ({ sql, agent }: ViolationContext, state: string, ...steps: string[]) =>
  sql(
    `insert into sequence_enrollments (agent_key, sequence_id, person_id, id, state, steps, enrolled_at, delayed_from)
     values ($1, 'steps', 'per_1', 'enr_1', $2, $3, now(), now())`,
    [agent, state, JSON.stringify(steps.map((stepId) => ({ stepId, state: 'sent' })))],
  )
/** A person of the holdout of a campaign. */
async function addHeldOut(context: ViolationContext): Promise<void> {
  await addCampaign(context, 'completed')
  await addPerson(context, 'Held', 'granted')
  await context.sql(`update people set custom_fields = '{"n": "c-1"}' where agent_key = $1`, [context.agent])
  await context.sql(
    `insert into campaign_recipients (snapshot, row_number, person_id, held_out) values (7, 1, 'per_1', true)`,
  )
}
const enrollment = { kind: 'enrollment', agent: 'harbour', personId: 'per_1', key: 'k', at } as const

const plantedViolations: PlantedViolation[] = [
  {
    invariantPrefix: 'I21 nobody gets a step',
    cause: 'a step that was sent again after a crash',
    plant: ({ evidence }) =>
      add(
        evidence.providerCalls,
        { ...providerCall, text: 'Step 1 of steps-1' },
        { ...providerCall, text: 'Step 1 of steps-1', id: 'm2' },
      ),
  },
  {
    invariantPrefix: 'I21 an enrollment has each step',
    cause: 'a merge that kept a step of both people',
    plant: (context) => addEnrollment(context, 'completed', 's1', 's2', 's1'),
  },
  {
    invariantPrefix: 'I21 an accepted enrollment',
    cause: 'an enrollment that is missing',
    plant: ({ evidence }) => acknowledge(evidence, enrollment),
  },
  {
    invariantPrefix: 'I21 an accepted enrollment',
    cause: 'an enrollment that never ends',
    async plant(context) {
      acknowledge(context.evidence, enrollment)
      await addEnrollment(context, 'active')
    },
  },
  {
    invariantPrefix: 'I22 nobody of a holdout',
    cause: 'a send to a person who is held out',
    async plant(context) {
      await addHeldOut(context)
      await addSend(context, 'queued', `'campaign', 'cmp_1'`)
    },
  },
  {
    invariantPrefix: 'I22 nobody of a holdout',
    cause: 'a message that a person who is held out received',
    async plant(context) {
      await addHeldOut(context)
      add(context.evidence.providerCalls, { ...providerCall, text: 'Number c-1, b' })
    },
  },
  {
    invariantPrefix: 'I22 nobody gets two messages',
    cause: 'one message of each variant',
    plant: ({ evidence }) =>
      add(
        evidence.providerCalls,
        { ...providerCall, text: 'Number c-1' },
        { ...providerCall, text: 'Number c-1, b', id: 'm2' },
      ),
  },
  {
    invariantPrefix: 'I23 whoever was merged',
    cause: 'a message to a person who had been merged into another',
    plant({ evidence }) {
      acknowledge(evidence, { kind: 'recipient-merge', from: 'c-1', into: 'c-2', at })
      add(evidence.providerCalls, { ...providerCall, text: 'Number c-1, b' })
    },
  },
  {
    invariantPrefix: 'I23 after a merge nobody',
    cause: 'a step that the survivor got after the other had got it',
    async plant(context) {
      const known = [{ id: 'snd_1', stepId: 's1' }]
      acknowledge(context.evidence, { kind: 'enrollment-merge', into: 'per_1', sends: known, at })
      for (const id of ['snd_1', 'snd_2']) {
        await context.sql(
          `insert into sends (agent_key, id, outreach_id, class, person_id, asid, channel, state, queued_at, origin, sequence_id, step_id)
           values ($1, $2, 'spring', 'service', 'per_1', 'usr_1', 'rcs', 'sent', now(), 'sequence', 'steps', 's1')`,
          [context.agent, id],
        )
      }
    },
  },
  {
    invariantPrefix: 'I24 a message that is not delivered in time arrives',
    cause: 'a message that arrived by sms twice',
    plant({ evidence }) {
      const bySms = { ...providerCall, provider: 'http-sms', text: 'Late late-1' } as const
      add(evidence.providerCalls, { ...bySms, provider: 'google-rbm' }, bySms, { ...bySms, id: 'm2' })
    },
  },
  {
    invariantPrefix: 'I24 a message that is not delivered in time does not stay',
    cause: 'a message that lost its deadline',
    async plant(context) {
      await context.sql(
        `insert into messages (agent_key, id, asid, session_id, channel, message, accepted_at, sent_at)
         values ($1, 'msg_1', 'usr_1', 'ses_1', 'rcs', '{}', now(), now())`,
        [context.agent],
      )
      await addSend(context, 'sent')
      await context.sql(`update sends set outreach_id = 'late', message_id = 'msg_1' where agent_key = $1`, [
        context.agent,
      ])
    },
  },
  {
    invariantPrefix: 'I1 an accepted send',
    cause: 'a send that is missing',
    plant: ({ evidence }) => acknowledge(evidence, send),
  },
  {
    invariantPrefix: 'I1 an accepted send',
    cause: 'work that never finishes',
    plant: ({ evidence }) => Object.assign(evidence, { remainingWork: { sends: 3 } }),
  },
  {
    invariantPrefix: 'I2 ',
    cause: 'the same text under two ids',
    plant: ({ evidence }) => add(evidence.providerCalls, providerCall, { ...providerCall, id: 'm2' }),
  },
  {
    invariantPrefix: 'I2 ',
    cause: 'a message that Twilio accepted with a 504 and received again',
    plant: ({ evidence }) =>
      add(
        evidence.providerCalls,
        { ...providerCall, provider: 'twilio', confirmed: false },
        { ...providerCall, provider: 'twilio', at: at + 2_000 },
      ),
  },
  {
    invariantPrefix: 'I3 ',
    cause: 'a send that is sent but never arrived',
    async plant(context) {
      acknowledge(context.evidence, send)
      await addSend(context, 'sent')
    },
  },
  {
    invariantPrefix: 'I3 ',
    cause: 'a cancelled send that arrived',
    async plant(context) {
      acknowledge(context.evidence, send)
      add(context.evidence.providerCalls, providerCall)
      await addSend(context, 'cancelled')
    },
  },
  {
    invariantPrefix: 'I3 ',
    cause: 'a failed send that the provider accepted',
    async plant(context) {
      acknowledge(context.evidence, send)
      add(context.evidence.providerCalls, providerCall)
      await addSend(context, 'failed')
    },
  },
  {
    invariantPrefix: 'I3 sends with the status sent',
    cause: 'a failed send that Twilio accepted with a 504',
    async plant(context) {
      acknowledge(context.evidence, send)
      add(context.evidence.providerCalls, { ...providerCall, provider: 'twilio', confirmed: false })
      await addSend(context, 'failed')
    },
  },
  {
    invariantPrefix: 'I3 a send with a delivery receipt',
    cause: 'a message that was delivered and is marked failed',
    plant: ({ sql, agent }) =>
      sql(
        `insert into messages (agent_key, id, asid, session_id, channel, message, accepted_at, delivered_at, failed_at, reason)
         values ($1, 'msg_1', 'usr_1', 'ses_1', 'rcs', '{}', now(), now(), now(), 'unknownOutcome')`,
        [agent],
      ),
  },
  {
    invariantPrefix: 'I4 a send is announced once',
    cause: 'a send with two final statuses',
    plant: (context) =>
      addEvent(
        context,
        'outreach.send.updated',
        ...['queued', 'sent', 'failed'].map((state) => ({ sendId: 's', state })),
      ),
  },
  {
    invariantPrefix: 'I4 the last published status',
    cause: 'a final status that was never announced',
    plant: (context) => addSend(context, 'sent'),
  },
  {
    invariantPrefix: 'I11 ',
    cause: 'a key with two sends',
    plant: ({ evidence }) => acknowledge(evidence, send, { ...send, sendId: 'snd_2' }),
  },
  {
    invariantPrefix: 'I19 no row waits any longer',
    cause: 'a row that waits for hours that are open',
    plant: ({ evidence }) => add(evidence.stuckRows, 'the row of per_1 waits for outside_safe_hours'),
  },
  {
    invariantPrefix: 'I19 people who waited',
    cause: 'a row that was skipped because of hours that have opened since',
    async plant({ evidence, sql, agent }) {
      acknowledge(evidence, { kind: 'rule-trigger', agent: 'beacon', personId: 'per_1', key: 'k1', at })
      await sql(
        `insert into automated_rows (agent_key, rule_id, person_id, outreach_id, state, reason, triggered_at, planned_at)
         values ($1, 'rul_1', 'per_1', 'spring', 'skipped', 'outside_safe_hours', now(), now())`,
        [agent],
      )
    },
  },
  {
    invariantPrefix: 'I14 ',
    cause: 'a sandbox send that reached the provider',
    plant({ evidence }) {
      acknowledge(evidence, { kind: 'sandbox-send', agent: 'harbour', key: 'k1', sendId: 'snd_1', at })
      add(evidence.providerCalls, providerCall)
    },
  },
  {
    invariantPrefix: 'I1 every started campaign',
    cause: 'a campaign that stays paused',
    async plant(context) {
      acknowledge(context.evidence, {
        kind: 'campaign',
        agent: 'harbour',
        campaignId: 'cmp_1',
        people: 1,
        consenting: 1,
        at,
      })
      await addCampaign(context, 'paused')
    },
  },
  {
    invariantPrefix: 'I5 the counts of a campaign',
    cause: 'people that no counter includes',
    plant: (context) => addCampaign(context, 'running', 5),
  },
  {
    invariantPrefix: 'I5 a campaign shows',
    cause: 'a report with wrong counts',
    async plant(context) {
      add(context.evidence.campaigns, { id: 'cmp_1', status: 'running', counts: { sent: 4 } })
      await addSend(context, 'sent', `'campaign', 'cmp_1'`)
    },
  },
  {
    invariantPrefix: 'I4 a campaign follows its transition table',
    cause: 'a campaign that completes while paused',
    async plant(context) {
      await addCampaign(context, 'completed')
      const path = ['draft', 'staged', 'running', 'paused', 'completed']
      await addEvent(
        context,
        'campaign.status_changed',
        ...path.slice(1).map((to, n) => buildTransition(path[n] as string, to)),
      )
    },
  },
  {
    invariantPrefix: 'I4 a campaign follows its transition table',
    cause: 'a pause that was announced twice',
    async plant(context) {
      await addCampaign(context, 'paused')
      const path = [
        buildTransition('draft', 'staged'),
        buildTransition('staged', 'running'),
        buildTransition('running', 'paused'),
      ]
      await addEvent(context, 'campaign.status_changed', ...path, buildTransition('running', 'paused'))
    },
  },
  {
    invariantPrefix: 'I7 ',
    cause: 'a person without consent',
    async plant(context) {
      await addPerson(context, 'A Visitor')
      await addSend(context, 'sent', `'campaign', 'cmp_1'`)
    },
  },
  {
    invariantPrefix: 'I1 the agent receives everything',
    cause: 'an inbound message that was never delivered',
    plant: ({ evidence }) => acknowledge(evidence, inboundCall),
  },
  {
    invariantPrefix: 'I1 every message the gateway accepted',
    cause: 'an accepted message that never arrived',
    plant: ({ evidence }) =>
      acknowledge(evidence, { kind: 'message', number, text: 'outbound 1', messageId: 'msg_1', at }),
  },
  {
    invariantPrefix: 'I6 ',
    cause: 'a dispatch that starts a minute after the reply to the STOP',
    plant({ evidence }) {
      acknowledge(evidence, stop, { kind: 'start', number, startedAt: at + 1, at: at + 1 })
      add(evidence.providerCalls, providerCall)
    },
  },
  {
    invariantPrefix: 'I6 ',
    cause: 'a dispatch that starts a millisecond after it, even if the provider rejects it',
    plant({ evidence }) {
      acknowledge(evidence, stop)
      add(evidence.providerCalls, { ...providerCall, startedAt: stop.at + 1, delivered: false, confirmed: false })
    },
  },
  {
    invariantPrefix: 'I8 a message that is not delivered',
    cause: 'a message that went by one channel twice',
    plant: ({ sql, agent }) =>
      sql(
        `insert into messages (agent_key, id, asid, session_id, channel, message, accepted_at, sent_at, tried_channels)
         values ($1, 'msg_1', 'usr_1', 'ses_1', 'sms', '{}', now(), now(), '{rcs,sms}')`,
        [agent],
      ),
  },
  {
    invariantPrefix: 'I8 a message that is not delivered',
    cause: 'a deadline of a channel that the message has left',
    async plant({ sql, agent }) {
      await sql(
        `insert into messages (agent_key, id, asid, session_id, channel, message, accepted_at, sent_at, tried_channels)
         values ($1, 'msg_1', 'usr_1', 'ses_1', 'sms', '{}', now(), now(), '{rcs}')`,
        [agent],
      )
      await sql(
        `insert into delivery_deadlines (agent_key, message_id, channel, due_at) values ($1, 'msg_1', 'rcs', now())`,
        [agent],
      )
    },
  },
  {
    invariantPrefix: 'I8 each status',
    cause: 'a status that was published under two ids',
    plant({ evidence }) {
      const state = { messageId: 'msg_1', state: 'delivered' }
      add(evidence.agentEvents, { ...event, ...state }, { ...event, ...state, eventId: 'e2' })
    },
  },
  {
    invariantPrefix: 'I15 ',
    cause: 'the second message before the first',
    plant: ({ evidence }) =>
      add(
        evidence.providerCalls,
        ...[2, 1].map((nth) => ({ ...providerCall, id: `m${nth}`, text: `outbound ${nth} to ${number}` })),
      ),
  },
  {
    invariantPrefix: 'I9 ',
    cause: 'two default playbooks',
    plant: (context) => addPlaybooks(context, { id: 'a', isDefault: true }, { id: 'b', isDefault: true }),
  },
  {
    invariantPrefix: 'I9 ',
    cause: 'a default playbook that belongs to an Outreach',
    plant: (context) => addPlaybooks(context, { id: 'a', isDefault: true, outreachId: 'spring' }),
  },
  {
    invariantPrefix: 'I10 ',
    cause: 'an Outreach without an opener',
    plant: ({ sql, agent }) =>
      sql(`update definitions set outreaches = '[{"id":"spring","openerTemplateId":"gone"}]' where agent_key = $1`, [
        agent,
      ]),
  },
  {
    invariantPrefix: 'I1 the playbooks match',
    cause: 'a default change that was lost',
    plant(context) {
      acknowledge(context.evidence, { kind: 'default-playbook', playbookId: 'b', at })
      return addPlaybooks(context, { id: 'a', isDefault: true }, { id: 'b', isDefault: false })
    },
  },
  {
    invariantPrefix: 'I1 a created person',
    cause: 'a person created twice by one key',
    async plant(context) {
      acknowledge(context.evidence, { kind: 'person', personId: 'per_1', name: 'A Visitor', at })
      for (let times = 0; times < 2; times++) await addPerson(context, 'A Visitor')
    },
  },
  {
    invariantPrefix: 'I13 every identity belongs',
    cause: 'an identity without a person',
    plant: ({ sql, agent }) =>
      sql(
        `insert into identities (agent_key, asid, channel, address, address_hash, person_key, preferred, created_at)
         values ($1, 'usr_1', 'rcs', 'x', 'x', 4711, true, now())`,
        [agent],
      ),
  },
  {
    invariantPrefix: 'I1 a booked appointment',
    cause: 'an appointment that was never announced',
    async plant(context) {
      const booking = {
        kind: 'booking',
        appointmentId: 'apt_1',
        personId: 'per_1',
        startUtc: '2031-03-01T10:00:00Z',
        at,
      } as const
      acknowledge(context.evidence, booking)
      await addPerson(context, 'A Visitor')
      await addAppointment(context, 'apt_1', 'desk')
    },
  },
  {
    invariantPrefix: 'I5 nobody is double-booked',
    cause: 'two appointments at the same time',
    async plant(context) {
      await context.sql('alter table appointments drop constraint appointments_do_not_overlap')
      await addPerson(context, 'A Visitor')
      for (const id of ['apt_1', 'apt_2']) await addAppointment(context, id, 'desk')
    },
  },
  {
    invariantPrefix: 'I12 each subscribed event',
    cause: 'an event without a recipient',
    async plant(context) {
      await context.sql(
        `insert into webhooks (id, org_id, url, events, active, secret, secret_prefix, created_at, updated_at)
         values ('whk_1', 'demo', 'https://example.com', '{person.created}', true, '', '', now(), now())`,
      )
      await addEvent(context, 'person.created', { personId: 'per_1' })
    },
  },
  {
    invariantPrefix: 'I12 an event is marked delivered',
    cause: 'a webhook call without an event',
    plant: ({ evidence }) => add(evidence.webhookEvents, webhookEvent),
  },
  {
    invariantPrefix: 'I12 each request is signed',
    cause: 'an unsigned webhook call',
    plant: ({ evidence }) => add(evidence.webhookEvents, { ...webhookEvent, signed: false }),
  },
  {
    invariantPrefix: 'I12 each request is signed',
    cause: 'a repeat with another body',
    plant: ({ evidence }) => add(evidence.webhookEvents, webhookEvent, { ...webhookEvent, digest: 'other' }),
  },
  {
    invariantPrefix: 'I20 a tool with side effects',
    cause: 'a tool that was called again after the worker died',
    async plant(context) {
      add(context.evidence.toolCalls, toolCall, { ...toolCall, at: at + 1 })
      await addToolCall(context, 'unknown')
    },
  },
  {
    invariantPrefix: 'I20 a call that reached a service',
    cause: 'a call without a record',
    plant: ({ evidence }) => add(evidence.toolCalls, toolCall),
  },
  {
    invariantPrefix: 'I20 a call that reached a service',
    cause: 'a recorded success of a call that was never made',
    plant: (context) => addToolCall(context, 'succeeded'),
  },
  {
    invariantPrefix: 'I20 no call stays open',
    cause: 'a call that is still running',
    async plant(context) {
      add(context.evidence.toolCalls, toolCall)
      await addToolCall(context, 'running')
    },
  },
  {
    invariantPrefix: 'I20 no call stays open',
    cause: 'a message that led to no call',
    plant: ({ evidence }) => acknowledge(evidence, { kind: 'tool-message', number, at }),
  },
  {
    invariantPrefix: 'I13 every row of an agent',
    cause: 'a changed canary org',
    plant: ({ sql }) => sql(`update agents set name = 'Loud' where id = 'canary'`),
  },
  {
    invariantPrefix: 'I17 ',
    cause: 'a secret in a table',
    plant: ({ sql }) =>
      sql(`insert into installation (key, value, created_at) values ('x', 'plain-text-secret-value', now())`),
  },
  {
    invariantPrefix: 'I17 ',
    cause: 'a secret in a log',
    plant: ({ evidence }) => add(evidence.processes, { ...apiProcess, output: '{"x":"plain-text-secret-value"}' }),
  },
  {
    invariantPrefix: 'I18 no process exits',
    cause: 'a process that exits by itself',
    plant: ({ evidence }) => add(evidence.processes, { ...apiProcess, unexpectedExits: ['api exited'] }),
  },
  ...['Error: terminated\n    at start (main.ts:1:1)', 'The port is in use.\n\n    at start (main.ts:1:1)'].map(
    (message) => ({
      invariantPrefix: 'I18 a failed start',
      cause: `a start that ends with ${message.split('\n')[0]} and a stack`,
      plant: ({ evidence }: ViolationContext) =>
        add(evidence.processes, { ...apiProcess, allowedExits: [buildFailedStart(1, message)] }),
    }),
  ),
  {
    invariantPrefix: 'I18 a failed start',
    cause: 'a failed start with exit code 0',
    plant: ({ evidence }) =>
      add(evidence.processes, { ...apiProcess, allowedExits: [buildFailedStart(0, 'The disk is full.')] }),
  },
  {
    invariantPrefix: 'I18 checks made during a fault',
    cause: 'a scenario that reported a violation',
    plant: ({ evidence }) => add(evidence.reports, '/readyz of api-1 says nothing of a full disk'),
  },
  {
    invariantPrefix: 'P12 ',
    cause: 'a response with status 500',
    plant: ({ evidence }) =>
      acknowledge(evidence, { kind: 'unexpected', method: 'GET', path: '/', status: 500, code: 'internal', at }),
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
async function findViolatedInvariants(plant: PlantedViolation['plant']): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const query: Evidence['query'] = async (sql, values) => (await client.query(sql, values)).rows
    const agent = await makeAgents(query)
    const lists = {
      ...{ acknowledged: [], providerCalls: [], webhookEvents: [], agentEvents: [], toolCalls: [] },
      ...{ campaigns: [], processes: [], reports: [], stuckRows: [] },
    }
    const canary = { agentId: 'canary', before: await fingerprintAgent(query, 'canary') }
    const secrets = ['plain-text-secret-value']
    const evidence: Evidence = { query, ...lists, remainingWork: {}, canary, secrets }
    await plant({ sql: query, evidence, agent })
    return (await findInvariantViolations(evidence)).map(({ invariant }) => invariant)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('the checker finds nothing in a correct state', async () => {
  assert.deepEqual(await findViolatedInvariants(() => {}), [])
  const actionableExit = buildFailedStart(1, 'Port 4000 is in use by another program.')
  assert.deepEqual(
    await findViolatedInvariants(({ evidence }) =>
      add(evidence.processes, { ...apiProcess, allowedExits: [actionableExit] }),
    ),
    [],
  )
})

test('a dispatch that begins before the answer to a STOP may arrive after it', async () => {
  const found = await findViolatedInvariants(({ evidence }) => {
    acknowledge(evidence, stop)
    add(evidence.providerCalls, { ...providerCall, startedAt: stop.at, at })
  })
  assert.deepEqual(found, [])
})

for (const { invariantPrefix, cause, plant } of plantedViolations) {
  test(`the checker reports that ${invariantPrefix.trim()} is broken by ${cause}`, async () => {
    const found = await findViolatedInvariants(plant)
    assert.ok(
      found.some((invariant) => invariant.startsWith(invariantPrefix)),
      `it found ${found.join('; ') || 'nothing'}`,
    )
  })
}

test('the planted faults break every invariant that a transaction can break', () => {
  // A foreign open transaction needs time and its own connection.
  const testable = invariants
    .map(({ name, statement }) => `${name} ${statement}`)
    .filter((invariant) => !invariant.includes('stays open'))
  assert.deepEqual(
    testable.filter(
      (invariant) => !plantedViolations.some(({ invariantPrefix }) => invariant.startsWith(invariantPrefix)),
    ),
    [],
  )
})
