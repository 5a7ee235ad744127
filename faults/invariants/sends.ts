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
  why: string | null
}

const allSends = `
  select a.id as agent, s.id, s.state, s.reason, s.detail, s.crashes, m.reason as why
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
    statement: 'a send that was accepted is kept, and nothing is left undone',
    async check(evidence) {
      const rows = await sendsById(evidence)
      const lost = callsOfKind(evidence.acknowledged, 'send').filter(({ sendId }) => !rows.has(sendId))
      const left = Object.entries(evidence.remainingWork).map(
        ([table, count]) => `${count} rows of ${table} are not done`,
      )
      const stuck = await readIds(evidence, `select id from sends where state = 'queued' and due_at is null`)
      return [
        ...lost.map(({ sendId }) => `${sendId} was accepted and is not there`),
        ...left,
        ...stuck.map((id) => `${id} is queued and due at no time`),
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
    statement: 'sent are those that the provider has taken, and no others',
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
    statement: 'what a receipt says has arrived is not failed',
    check: (evidence) =>
      readIds(
        evidence,
        `select id || ' is failed (' || coalesce(reason, '') || ') and was delivered' as id from messages
          where failed_at is not null and (delivered_at is not null or read_at is not null)`,
      ),
  },
  {
    name: 'I4',
    statement: 'of a send it is told once that it is queued, and once how it ends',
    async check({ query }) {
      const rows = await query<{ id: string; states: string[]; doubted: boolean }>(
        `select data->>'sendId' as id, array_agg(data->>'state') as states,
                bool_or(exists (select from unresolved_messages u where u.initiation_id = data->>'sendId')) as doubted
           from outbox where type = 'outreach.send.updated' and not (data ? 'responded') group by 1`,
      )
      return rows.filter((row) => !isLegal(row)).map(({ id, states }) => `${id} was told of as ${states.join(', ')}`)
    },
  },
  {
    name: 'I4',
    statement: 'the last that was told of a send is what it is',
    check: (evidence) =>
      readIds(
        evidence,
        `select s.id || ' is ' || s.state || ' and nobody was told' as id from sends s
          where not sandbox and origin = 'named' and not exists (
            select from outbox o where o.type = 'outreach.send.updated' and o.data->>'sendId' = s.id
               and o.data->>'state' = s.state)`,
      ),
  },
  {
    name: 'I11',
    statement: 'a key is one send for ever, and its first answer the only one that says queued',
    check({ acknowledged }) {
      const byKey = Map.groupBy(callsOfKind(acknowledged, 'send'), ({ agent, key }) => `${agent} ${key}`)
      return [...byKey].flatMap(([key, sends]) => {
        const ids = new Set(sends.map(({ sendId }) => sendId))
        return ids.size > 1 ? [`the key ${key} made ${[...ids].join(' and ')}`] : []
      })
    },
  },
  {
    name: 'I19',
    statement: 'no row waits for another time, five seconds after its recheck',
    check: ({ stuckRows }) => stuckRows.map((row) => `${row}, and nothing stands in its way`),
  },
  {
    name: 'I19',
    statement: 'who waited gets it once what they waited for is over',
    async check({ query, acknowledged }) {
      const rows = await query<{ id: string; state: string; reason: string | null }>(
        'select person_id as id, state, reason from automated_rows',
      )
      const states = new Map(rows.map(({ id, state, reason }) => [id, reason ? `${state} ${reason}` : state]))
      return callsOfKind(acknowledged, 'waits')
        .map(({ personId }) => ({ personId, state: states.get(personId) ?? 'not there' }))
        .filter(({ state }) => !/^(?:sent|failed)/.test(state))
        .map(({ personId, state }) => `the row of ${personId} is ${state}`)
    },
  },
  {
    name: 'I14',
    statement: 'a rehearsal reaches nobody',
    check({ acknowledged, providerCalls }) {
      const rehearsed = new Map(
        callsOfKind(acknowledged, 'rehearsal').map((deed) => [`Number ${deed.key}`, deed.sendId]),
      )
      return providerCalls.flatMap(({ text }) => (rehearsed.has(text) ? [`${rehearsed.get(text)} went out`] : []))
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
  if (row.state === 'sent') return hasArrived ? [] : [`${row.id} is sent and never arrived`]
  if (!hasArrived || isUnknown(row, effects)) return []
  return [`${row.id} is ${row.state} (${row.why ?? row.reason ?? row.detail}) and has arrived`]
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
