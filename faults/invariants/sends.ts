import type { FakeProviderCall } from '../environment/fake-providers.ts'
import { type AcknowledgedCallOf, filterCallsByKind } from '../traffic/acknowledged-calls.ts'
import { type Evidence, type Invariant, readIds } from './invariant.ts'

type SendRow = {
  agent: string
  id: string
  state: string
  reason: string | null
  detail: string | null
  crashes: number
  /** Failure reason of its message. */
  messageReason: string | null
}

const sendsSql = `
  select a.id as agent, s.id, s.state, s.reason, s.detail, s.crashes, m.reason as "messageReason"
    from sends s join agents a using (agent_key)
    left join messages m on m.agent_key = s.agent_key and m.id = s.message_id
   where not s.sandbox`

async function readSendsById({ query }: Evidence): Promise<Map<string, SendRow>> {
  return new Map((await query<SendRow>(sendsSql)).map((row) => [row.id, row]))
}

/** The first message of a named send contains its key. */
const openerTextOf = ({ key }: Pick<AcknowledgedCallOf<'send'>, 'key'>) => `Number ${key}`

function groupDeliveriesByText({ providerCalls }: Evidence): Map<string, FakeProviderCall[]> {
  return Map.groupBy(
    providerCalls.filter(({ delivered }) => delivered),
    ({ text }) => text,
  )
}

export const sendInvariants: Invariant[] = [
  {
    name: 'I1',
    statement: 'an accepted send is stored, and no work is left undone',
    async check(evidence) {
      const rows = await readSendsById(evidence)
      const missing = filterCallsByKind(evidence.acknowledged, 'send').filter(({ sendId }) => !rows.has(sendId))
      const unfinished = Object.entries(evidence.remainingWork).map(
        ([table, count]) => `${count} rows of ${table} are unfinished`,
      )
      const stuck = await readIds(evidence, `select id from sends where state = 'queued' and due_at is null`)
      return [
        ...missing.map(({ sendId }) => `${sendId} was accepted but does not exist`),
        ...unfinished,
        ...stuck.map((id) => `${id} is queued but has no due time`),
      ]
    },
  },
  {
    name: 'I2',
    statement: 'a send reaches the person at most once',
    check: (evidence) =>
      [...groupDeliveriesByText(evidence)]
        .filter(([text, deliveries]) => text.startsWith('Number ') && deliveries.length > 1)
        .map(
          ([text, deliveries]) =>
            `"${text}" arrived ${deliveries.length} times (${deliveries.map(({ id }) => id).join(', ')})`,
        ),
  },
  {
    name: 'I3',
    statement: 'sends with the status sent are exactly those the provider accepted',
    async check(evidence) {
      const rows = await readSendsById(evidence)
      const deliveries = groupDeliveriesByText(evidence)
      return filterCallsByKind(evidence.acknowledged, 'send')
        .filter(({ status }) => status === 'queued')
        .flatMap((call) => findMismatch(rows.get(call.sendId), deliveries.get(openerTextOf(call)) ?? []))
    },
  },
  {
    name: 'I3',
    statement: 'a send with a delivery receipt is not failed',
    check: (evidence) =>
      readIds(
        evidence,
        `select id || ' is failed (' || coalesce(reason, '') || ') and was delivered' as id from messages
          where failed_at is not null and (delivered_at is not null or read_at is not null)`,
      ),
  },
  {
    name: 'I4',
    statement: 'a send is announced once as queued, and once with its final status',
    async check({ query }) {
      const rows = await query<{ id: string; states: string[]; unresolved: boolean }>(
        `select data->>'sendId' as id, array_agg(data->>'state') as states,
                bool_or(exists (select from unresolved_messages u where u.initiation_id = data->>'sendId')) as unresolved
           from outbox where type = 'outreach.send.updated' and not (data ? 'responded') group by 1`,
      )
      return rows.filter((row) => !isLegal(row)).map(({ id, states }) => `${id} was announced as ${states.join(', ')}`)
    },
  },
  {
    name: 'I4',
    statement: 'the last published status of a send is its status',
    check: (evidence) =>
      readIds(
        evidence,
        `select s.id || ' is ' || s.state || ' and no event was published' as id from sends s
          where not sandbox and origin = 'named' and not exists (
            select from outbox o where o.type = 'outreach.send.updated' and o.data->>'sendId' = s.id
               and o.data->>'state' = s.state)`,
      ),
  },
  {
    name: 'I11',
    statement: 'a key is one send forever, and only its first response says queued',
    check({ acknowledged }) {
      const byKey = Map.groupBy(filterCallsByKind(acknowledged, 'send'), ({ agent, key }) => `${agent} ${key}`)
      return [...byKey].flatMap(([key, sends]) => {
        const ids = new Set(sends.map(({ sendId }) => sendId))
        return ids.size > 1 ? [`the key ${key} created ${[...ids].join(' and ')}`] : []
      })
    },
  },
  {
    name: 'I19',
    statement: 'no row waits any longer five seconds after its recheck',
    check: ({ stuckRows }) => stuckRows.map((row) => `${row}, but nothing blocks it`),
  },
  {
    name: 'I19',
    statement: 'people who waited receive the send once the reason for waiting is gone',
    async check({ query, acknowledged }) {
      const rows = await query<{ id: string; state: string; reason: string | null }>(
        'select person_id as id, state, reason from automated_rows',
      )
      const states = new Map(rows.map(({ id, state, reason }) => [id, reason ? `${state} ${reason}` : state]))
      return filterCallsByKind(acknowledged, 'rule-trigger')
        .map(({ personId }) => ({ personId, state: states.get(personId) ?? 'missing' }))
        .filter(({ state }) => !/^(?:sent|failed)/.test(state))
        .map(({ personId, state }) => `the row of ${personId} is ${state}`)
    },
  },
  {
    name: 'I14',
    statement: 'a rehearsal contacts no real person',
    check({ acknowledged, providerCalls }) {
      const sandboxSends = new Map(
        filterCallsByKind(acknowledged, 'sandbox-send').map((call) => [`Number ${call.key}`, call.sendId]),
      )
      return providerCalls.flatMap(({ text }) => (sandboxSends.has(text) ? [`${sandboxSends.get(text)} was sent`] : []))
    },
  },
]

/** Ignores the order: clocks of processes may differ. */
function isLegal({ states, unresolved }: { states: readonly string[]; unresolved: boolean }): boolean {
  const finalStates = states.filter((state) => state !== 'queued').sort()
  // A receipt may still arrive for a message with an unknown outcome.
  const isPublishedOnce = finalStates.length <= 1 || (unresolved && finalStates.join() === 'failed,sent')
  return isPublishedOnce && states.length - finalStates.length <= 1
}

function findMismatch(row: SendRow | undefined, deliveries: readonly FakeProviderCall[]): string[] {
  if (!row) return []
  const isDelivered = deliveries.length > 0
  if (row.state === 'sent') return isDelivered ? [] : [`${row.id} is sent but never arrived`]
  if (!isDelivered || isOutcomeUnknown(row, deliveries)) return []
  return [`${row.id} is ${row.state} (${row.messageReason ?? row.reason ?? row.detail}) but arrived`]
}

/**
 * The outcome may be unknown where the provider never confirmed it and cannot be queried, or where the worker died
 * before recording it and a STOP prevented the next attempt. Twilio can be queried.
 */
function isOutcomeUnknown({ state, reason, crashes }: SendRow, deliveries: readonly FakeProviderCall[]): boolean {
  const isConfirmed = deliveries.some(({ confirmed }) => confirmed)
  if (state === 'suppressed') return reason === 'opted_out' && (crashes > 0 || !isConfirmed)
  const isQueryable = deliveries.some(({ provider }) => provider === 'twilio')
  return state === 'failed' && !isConfirmed && !isQueryable
}
