import { callsOfKind } from '../traffic/acknowledged-calls.ts'
import { type Invariant, readIds } from './invariant.ts'

type Row = {
  id: string
  status: string
  total: number
  sendable: number
  excluded: number
  listed: number
  placed: number
  sends: number
  ended: number
  claimed: number
}

const sums = `
  select c.id, c.status, c.total, c.sendable, c.claimed_count as claimed,
         coalesce((select sum(value::int)::int from json_each_text(c.exclusions)), 0) as excluded,
         (select count(*)::int from campaign_recipients r where r.snapshot = c.snapshot) as listed,
         (select count(*)::int from campaign_recipients r where r.snapshot = c.snapshot and position is not null) as placed,
         (select count(*)::int from sends s where s.agent_key = c.agent_key and s.campaign_id = c.id) as sends,
         (select count(*)::int from sends s where s.agent_key = c.agent_key and s.campaign_id = c.id
             and s.state <> 'queued') as ended
    from campaigns c where c.snapshot is not null`

const moves: Record<string, readonly string[]> = {
  draft: ['staged', 'cancelled'],
  staged: ['draft', 'staged', 'running', 'cancelled'],
  running: ['paused', 'completed', 'cancelled', 'failed'],
  paused: ['running', 'cancelled'],
}

type Move = { id: string; now: string; from: string; to: string }

/**
 * Each status must be left as often as it is entered, counting draft as entered once and the current status as left
 * once. Ignores timestamps, because clocks may differ.
 */
function brokenWay(all: readonly Move[]): string[] {
  return [...new Set(all.flatMap(({ from, to }) => [from, to]))].flatMap((status) => {
    const left = all.filter(({ from }) => from === status).length + (all[0]?.now === status ? 1 : 0)
    const reached = all.filter(({ to }) => to === status).length + (status === 'draft' ? 1 : 0)
    return left === reached ? [] : [`became ${status} ${reached} times, and left it or still has it ${left} times`]
  })
}

export const campaignInvariants: Invariant[] = [
  {
    name: 'I1',
    statement: 'every started campaign reaches its end',
    async check({ query, acknowledged }) {
      const rows = await query<{ id: string; status: string }>('select id, status from campaigns')
      const statuses = new Map(rows.map(({ id, status }) => [id, status]))
      return callsOfKind(acknowledged, 'campaign').flatMap(({ campaignId }) => {
        const status = statuses.get(campaignId)
        return status === 'completed' ? [] : [`${campaignId} is ${status ?? 'missing'}`]
      })
    },
  },
  {
    name: 'I5',
    statement: 'the counts of a campaign add up, and each recipient has one send',
    async check({ query }) {
      return (await query<Row>(sums)).flatMap(wrongSums)
    },
  },
  {
    name: 'I5',
    statement: 'a campaign shows the counts that a recount finds',
    async check({ query, campaigns }) {
      const rows = await query<{ id: string; state: string; count: number }>(
        `select campaign_id as id, state, count(*)::int from sends where campaign_id is not null group by 1, 2`,
      )
      return campaigns.flatMap(({ id, counts }) =>
        rows
          .filter((row) => row.id === id && row.state in counts && counts[row.state] !== row.count)
          .map(({ state, count }) => `${id} shows ${counts[state]} ${state}, but a recount finds ${count}`),
      )
    },
  },
  {
    name: 'I4',
    statement: 'a campaign follows its transition table, and its transitions lead from draft to its current status',
    async check({ query }) {
      const rows = await query<Move>(
        `select c.id, c.status as now, o.data->>'previousStatus' as from, o.data->>'status' as to
           from outbox o join campaigns c on c.id = o.data->>'campaignId' where o.type = 'campaign.status_changed'`,
      )
      const illegal = rows.filter(({ from, to }) => !moves[from]?.includes(to))
      return [
        ...illegal.map(({ id, from, to }) => `${id} went from ${from} to ${to}`),
        ...[...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, all]) => brokenWay(all).map((says) => `${id} ${says}`)),
      ]
    },
  },
  {
    name: 'I7',
    statement: 'a campaign goes only to people who granted consent',
    check: (evidence) =>
      readIds(
        evidence,
        `select s.id || ' went to a person whose consent is ' || p.consent_status as id
           from sends s join people p on p.agent_key = s.agent_key and p.id = s.person_id
          where s.origin = 'campaign' and s.state = 'sent' and p.consent_status <> 'granted'`,
      ),
  },
]

function wrongSums(row: Row): string[] {
  const { id, total, sendable, excluded, listed, placed, sends, ended, claimed, status } = row
  const sums: [boolean, string][] = [
    [total === sendable + excluded, `total ${total} does not equal sendable ${sendable} plus excluded ${excluded}`],
    [total === listed, `total is ${total}, but ${listed} are listed`],
    [sendable === placed, `sendable is ${sendable}, but ${placed} have a slot`],
    [sends === claimed, `${claimed} were claimed, but there are ${sends} sends`],
    [status !== 'completed' || ended === sendable, `completed, but only ${ended} of ${sendable} ended`],
  ]
  return sums.filter(([holds]) => !holds).map(([, says]) => `${id}: ${says}`)
}
