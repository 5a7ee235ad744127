import { filterCallsByKind } from '../traffic/acknowledged-calls.ts'
import { type Invariant, readIds } from './invariant.ts'

type Row = {
  id: string
  status: string
  total: number
  sendable: number
  excluded: number
  held: number
  recipients: number
  positioned: number
  sends: number
  finished: number
  claimed: number
}

const countsSql = `
  select c.id, c.status, c.total, c.sendable, c.claimed_count as claimed, coalesce(c.held_out, 0) as held,
         coalesce((select sum(value::int)::int from json_each_text(c.exclusions)), 0) as excluded,
         (select count(*)::int from campaign_recipients r where r.snapshot = c.snapshot) as recipients,
         (select count(*)::int from campaign_recipients r where r.snapshot = c.snapshot and position is not null) as positioned,
         (select count(*)::int from sends s where s.agent_key = c.agent_key and s.campaign_id = c.id) as sends,
         (select count(*)::int from sends s where s.agent_key = c.agent_key and s.campaign_id = c.id
             and s.state <> 'queued') as finished
    from campaigns c where c.snapshot is not null`

const allowedTransitions: Record<string, readonly string[]> = {
  draft: ['staged', 'cancelled'],
  staged: ['draft', 'staged', 'running', 'cancelled'],
  running: ['paused', 'completed', 'cancelled', 'failed'],
  paused: ['running', 'cancelled'],
}

type CampaignTransition = { id: string; now: string; from: string; to: string }

/**
 * Each status must be left as often as it is entered, counting draft as entered once and the current status as left
 * once. Ignores timestamps, because clocks may differ.
 */
function findUnbalancedStatuses(transitions: readonly CampaignTransition[]): string[] {
  return [...new Set(transitions.flatMap(({ from, to }) => [from, to]))].flatMap((status) => {
    const exits = transitions.filter(({ from }) => from === status).length + (transitions[0]?.now === status ? 1 : 0)
    const entries = transitions.filter(({ to }) => to === status).length + (status === 'draft' ? 1 : 0)
    return exits === entries ? [] : [`became ${status} ${entries} times, and left it or still has it ${exits} times`]
  })
}

export const campaignInvariants: Invariant[] = [
  {
    name: 'I1',
    statement: 'every started campaign reaches its end',
    async check({ query, acknowledged }) {
      const rows = await query<{ id: string; status: string }>('select id, status from campaigns')
      const statuses = new Map(rows.map(({ id, status }) => [id, status]))
      return filterCallsByKind(acknowledged, 'campaign').flatMap(({ campaignId }) => {
        const status = statuses.get(campaignId)
        return status === 'completed' ? [] : [`${campaignId} is ${status ?? 'missing'}`]
      })
    },
  },
  {
    name: 'I5',
    statement: 'the counts of a campaign add up, and each recipient has one send',
    async check({ query }) {
      return (await query<Row>(countsSql)).flatMap(findWrongCounts)
    },
  },
  {
    name: 'I5',
    statement: 'a campaign shows the counts that a recount finds',
    async check({ query, campaigns }) {
      const rows = await query<{ id: string; state: string; count: number }>(
        // A campaign shows suppressed sends as failed.
        `select campaign_id as id, case state when 'suppressed' then 'failed' else state end as state, count(*)::int
           from sends where campaign_id is not null group by 1, 2`,
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
      const rows = await query<CampaignTransition>(
        `select c.id, c.status as now, o.data->>'previousStatus' as from, o.data->>'status' as to
           from outbox o join campaigns c on c.id = o.data->>'campaignId' where o.type = 'campaign.status_changed'`,
      )
      const illegal = rows.filter(({ from, to }) => !allowedTransitions[from]?.includes(to))
      return [
        ...illegal.map(({ id, from, to }) => `${id} went from ${from} to ${to}`),
        ...[...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, transitions]) =>
          findUnbalancedStatuses(transitions).map((problem) => `${id} ${problem}`),
        ),
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

function findWrongCounts(row: Row): string[] {
  const { id, total, sendable, excluded, held, recipients, positioned, sends, finished, claimed, status } = row
  const checks: [boolean, string][] = [
    [
      total === sendable + excluded + held,
      `total ${total} does not equal sendable ${sendable} plus excluded ${excluded} plus held out ${held}`,
    ],
    [total === recipients, `total is ${total}, but ${recipients} are recipients`],
    [sendable === positioned, `sendable is ${sendable}, but ${positioned} have a slot`],
    [sends === claimed, `${claimed} were claimed, but there are ${sends} sends`],
    [status !== 'completed' || finished === sendable, `completed, but only ${finished} of ${sendable} ended`],
  ]
  return checks.filter(([holds]) => !holds).map(([, problem]) => `${id}: ${problem}`)
}
