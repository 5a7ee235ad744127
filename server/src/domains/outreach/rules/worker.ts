import { createHash } from 'node:crypto'
import type { AutomatedOutreach } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { again, defineWork, done, freshWork, nudge } from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import { profiles } from '../../people/index.ts'
import type { QueueSend } from '../deps.ts'
import { outreachChannel } from '../sends/recipient.ts'
import { type JudgeDeps, judge, type Verdict } from './judge.ts'
import { insertRows, type Row, type RowName, updateRow } from './queries.ts'

const work = {
  kind: 'outreach.rules',
  table: 'automated_rows',
  key: ['agent_key', 'rule_id', 'person_id'],
} as const

export function nudgeRows(tx: Db): void {
  nudge(tx, work.kind)
}

type Queued = { rule: AutomatedOutreach; personIds: readonly string[]; now: Date }

/** A rule was triggered for these people, in that transaction. */
export async function queueRows(tx: Db, agent: AgentKey, { rule, personIds, now }: Queued): Promise<void> {
  if (personIds.length === 0) return
  const { id: ruleId, outreachId, delayMinutes = 0 } = rule
  const dueAt = new Date(now.getTime() + delayMinutes * 60_000)
  await insertRows(tx, agent, { ruleId, outreachId, personIds, now, dueAt })
  nudgeRows(tx)
}

export type RuleWorkDeps = JudgeDeps & { db: Db; queue: QueueSend }
const nameOf = ({ rule_id: ruleId, person_id: personId }: Row): RowName => ({ ruleId, personId })

/** Document 2, Guardrails by send origin, Automated Outreach. What may be sent is put into the queue of sends. */
export function ruleWork(deps: RuleWorkDeps) {
  const { db } = deps
  return defineWork({
    ...work,
    concurrency: 8,
    retry: { attempts: 20, baseSeconds: 5, mostSeconds: 600 },
    mostCrashes: 200,
    async perform(row) {
      const agent = await findAgentByKey(db, row.agent_key)
      if (!agent) return done()
      const verdict = await judge(db, agent, row, deps)
      if (verdict.kind === 'send') return done({ write: (tx) => send(tx, agent, row, deps) })
      const set = changeBy(verdict)
      return verdict.kind === 'wait' ? again(verdict.until, { set }) : done({ set })
    },
    async giveUp(tx, row) {
      const agent = await findAgentByKey(tx, row.agent_key)
      if (agent) await updateRow(tx, agent, nameOf(row), { state: 'failed', reason: 'internal_error' })
    },
  })
}

function changeBy(verdict: Exclude<Verdict, { kind: 'send' }>) {
  if (verdict.kind === 'skip') return { state: 'skipped', reason: verdict.reason }
  const { reason = null, until, plannedAt = until } = verdict
  return { reason, planned_at: plannedAt }
}

const soonestMilliseconds = 1_000
const latestMilliseconds = 30_000

/**
 * Somebody holds the person: for a moment, or, who imports, for minutes. Nobody waits for them here, where it would take a
 * connection; the longer it has been, the later it is looked at again.
 */
function lookAgainAt({ planned_at }: Row, now: Date): Date {
  const been = now.getTime() - planned_at.getTime()
  return new Date(now.getTime() + Math.min(Math.max(been, soonestMilliseconds), latestMilliseconds))
}

/** Two rules may be about to send to one person: whoever comes second finds what the first has queued. */
async function send(tx: Db, agent: AgentKey, row: Row, deps: RuleWorkDeps): Promise<void> {
  const name = nameOf(row)
  if (!(await profiles.lockNow(tx, agent, name.personId))) {
    return updateRow(tx, agent, name, freshWork(lookAgainAt(row, deps.world.now())))
  }
  const verdict = await judge(tx, agent, row, deps)
  if (verdict.kind === 'skip') return updateRow(tx, agent, name, changeBy(verdict))
  if (verdict.kind === 'wait') {
    return updateRow(tx, agent, name, { ...changeBy(verdict), ...freshWork(verdict.until) })
  }
  const { outreach, asid } = verdict
  const id = deps.world.newId('snd')
  const now = deps.world.now()
  const isQueued = await deps.queue(tx, agent, {
    ...{ id, outreachId: outreach.id, class: outreach.class, asid, channel: outreachChannel },
    ...{ origin: 'automated', ...name, keyHash: keyOf(row, outreach.id), now },
  })
  if (!isQueued) return updateRow(tx, agent, name, { state: 'skipped', reason: 'already_sent' })
  const planned_at = new Date(Math.min(row.planned_at.getTime(), now.getTime()))
  await updateRow(tx, agent, name, { reason: null, outreach_id: outreach.id, send_id: id, planned_at })
}

/** One for each time that the row began to wait. */
function keyOf({ rule_id, person_id, triggered_at }: Row, outreachId: string): Buffer {
  const parts = ['rule', rule_id, outreachId, person_id, triggered_at.toISOString()]
  return createHash('sha256').update(parts.join('\n')).digest()
}
