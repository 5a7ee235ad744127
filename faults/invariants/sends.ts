import type { FakeProviderCall } from '../environment/fake-providers.ts'
import { type AcknowledgedCallOf, callsOfKind } from '../traffic/acknowledged-calls.ts'
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

const allSends = `
  select a.id as agent, s.id, s.state, s.reason, s.detail, s.crashes, m.reason as "messageReason"
    from sends s join agents a using (agent_key)
    left join messages m on m.agent_key = s.agent_key and m.id = s.message_id
   where not s.sandbox`

async function sendsById({ query }: Evidence): Promise<Map<string, SendRow>> {
  return new Map((await query<SendRow>(allSends)).map((row) => [row.id, row]))
}

/** The first message of a named send contains its key. */
const openerOf = ({ key }: Pick<AcknowledgedCallOf<'send'>, 'key'>) => `Number ${key}`

function effectsByText({ providerCalls }: Evidence): Map<string, FakeProviderCall[]> {
  return Map.groupBy(
    providerCalls.filter(({ effect }) => effect),
    ({ text }) => text,
  )
}

export const sendInvariants: Invariant[] = [
  {
    name: 'I1',
    statement: 'an accepted send is stored, and no work is left undone',
    async check(evidence) {
      const rows = await sendsById(evidence)
      const lost = callsOfKind(evidence.acknowledged, 'send').filter(({ sendId }) => !rows.has(sendId))
      const left = Object.entries(evidence.remainingWork).map(
        ([table, count]) => `${count} rows of ${table} are unfinished`,
      )
      const stuck = await readIds(evidence, `select id from sends where state = 'queued' and due_at is null`)
      return [
        ...lost.map(({ sendId }) => `${sendId} was accepted but does not exist`),
        ...left,
        ...stuck.map((id) => `${id} is queued but has no due time`),
      ]
    },
  },
  {
    name: 'I2',
    statement: 'a send reaches the person at most once',
    check: (evidence) =>
      [...effectsByText(evidence)]
        .filter(([text, effects]) => text.startsWith('Number ') && effects.length > 1)
        .map(
          ([text, effects]) => `"${text}" arrived ${effects.length} times (${effects.map(({ id }) => id).join(', ')})`,
        ),
  },
  {
    name: 'I3',
    statement: 'sends with the status sent are exactly those the provider accepted',
    async check(evidence) {
      const rows = await sendsById(evidence)
      const effects = effectsByText(evidence)
      return callsOfKind(evidence.acknowledged, 'send')
        .filter(({ status }) => status === 'queued')
        .flatMap((deed) => disagreement(rows.get(deed.sendId), effects.get(openerOf(deed)) ?? []))
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
      const rows = await query<{ id: string; states: string[]; doubted: boolean }>(
        `select data->>'sendId' as id, array_agg(data->>'state') as states,
                bool_or(exists (select from unresolved_messages u where u.initiation_id = data->>'sendId')) as doubted
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
      const byKey = Map.groupBy(callsOfKind(acknowledged, 'send'), ({ agent, key }) => `${agent} ${key}`)
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
      return callsOfKind(acknowledged, 'waits')
        .map(({ personId }) => ({ personId, state: states.get(personId) ?? 'missing' }))
        .filter(({ state }) => !/^(?:sent|failed)/.test(state))
        .map(({ personId, state }) => `the row of ${personId} is ${state}`)
    },
  },
  {
    name: 'I14',
    statement: 'a rehearsal contacts no real person',
    check({ acknowledged, providerCalls }) {
      const rehearsed = new Map(
        callsOfKind(acknowledged, 'rehearsal').map((deed) => [`Number ${deed.key}`, deed.sendId]),
      )
      return providerCalls.flatMap(({ text }) => (rehearsed.has(text) ? [`${rehearsed.get(text)} was sent`] : []))
    },
  },
]

/** Ignores the order: clocks of processes may differ. */
function isLegal({ states, doubted }: { states: readonly string[]; doubted: boolean }): boolean {
  const ends = states.filter((state) => state !== 'queued').sort()
  // A receipt may still arrive for a message with an unknown outcome.
  const isOnce = ends.length <= 1 || (doubted && ends.join() === 'failed,sent')
  return isOnce && states.length - ends.length <= 1
}

function disagreement(row: SendRow | undefined, effects: readonly FakeProviderCall[]): string[] {
  if (!row) return []
  const hasArrived = effects.length > 0
  if (row.state === 'sent') return hasArrived ? [] : [`${row.id} is sent but never arrived`]
  if (!hasArrived || isUnknown(row, effects)) return []
  return [`${row.id} is ${row.state} (${row.messageReason ?? row.reason ?? row.detail}) but arrived`]
}

/**
 * The outcome may be unknown where the provider never confirmed it and cannot be queried, or where the worker died
 * before recording it and a STOP prevented the next attempt. Twilio can be queried.
 */
function isUnknown({ state, reason, crashes }: SendRow, effects: readonly FakeProviderCall[]): boolean {
  const isConfirmed = effects.some(({ confirmed }) => confirmed)
  if (state === 'suppressed') return reason === 'opted_out' && (crashes > 0 || !isConfirmed)
  const isAsked = effects.some(({ provider }) => provider === 'twilio')
  return state === 'failed' && !isConfirmed && !isAsked
}
