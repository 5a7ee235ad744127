import { createHash } from 'node:crypto'
import type { AutomatedOutreach } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { continueAt, defineWork, finish, newWorkColumns, nudge } from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import { personProfiles } from '../../people/index.ts'
import type { EnqueueSend } from '../deps.ts'
import { outreachChannel } from '../sends/recipient.ts'
import { evaluateRuleRow, type RuleDecision, type RuleEvaluationDeps } from './judge.ts'
import { insertRuleRows, type RuleRow, type RuleRowKey, updateRuleRow } from './queries.ts'

const work = {
  kind: 'outreach.rules',
  table: 'automated_rows',
  key: ['agent_key', 'rule_id', 'person_id'],
} as const

export function nudgeRuleRows(tx: Db): void {
  nudge(tx, work.kind)
}

type TriggeredPeople = { rule: AutomatedOutreach; personIds: readonly string[]; now: Date }

/** A rule was triggered for these people, in that transaction. */
export async function enqueueRuleRows(
  tx: Db,
  agent: AgentKey,
  { rule, personIds, now }: TriggeredPeople,
): Promise<void> {
  if (personIds.length === 0) return
  const { id: ruleId, outreachId, delayMinutes = 0 } = rule
  const dueAt = new Date(now.getTime() + delayMinutes * 60_000)
  await insertRuleRows(tx, agent, { ruleId, outreachId, personIds, now, dueAt })
  nudgeRuleRows(tx)
}

export type RuleWorkDeps = RuleEvaluationDeps & { db: Db; enqueue: EnqueueSend }
const rowKeyOf = ({ rule_id: ruleId, person_id: personId }: RuleRow): RuleRowKey => ({ ruleId, personId })

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
      if (!agent) return finish()
      const verdict = await evaluateRuleRow(db, agent, row, deps)
      if (verdict.kind === 'send') return finish({ write: (tx) => send(tx, agent, row, deps) })
      const set = toRowUpdate(verdict)
      return verdict.kind === 'wait' ? continueAt(verdict.until, { set }) : finish({ set })
    },
    async giveUp(tx, row) {
      const agent = await findAgentByKey(tx, row.agent_key)
      if (agent) await updateRuleRow(tx, agent, rowKeyOf(row), { state: 'failed', reason: 'internal_error' })
    },
  })
}

function toRowUpdate(verdict: Exclude<RuleDecision, { kind: 'send' }>) {
  if (verdict.kind === 'skip') return { state: 'skipped', reason: verdict.reason }
  const { reason = null, until, plannedAt = until } = verdict
  return { reason, planned_at: plannedAt }
}

const minDelayMilliseconds = 1_000
const maxDelayMilliseconds = 30_000

/**
 * Somebody holds the person: for a moment, or, who imports, for minutes. Nobody waits for them here, where it would take a
 * connection; the longer it has been, the later it is looked at again.
 */
function nextCheckAt({ planned_at }: RuleRow, now: Date): Date {
  const been = now.getTime() - planned_at.getTime()
  return new Date(now.getTime() + Math.min(Math.max(been, minDelayMilliseconds), maxDelayMilliseconds))
}

/** Two rules may be about to send to one person: whoever comes second finds what the first has queued. */
async function send(tx: Db, agent: AgentKey, row: RuleRow, deps: RuleWorkDeps): Promise<void> {
  const name = rowKeyOf(row)
  if (!(await personProfiles.tryLock(tx, agent, name.personId))) {
    return updateRuleRow(tx, agent, name, newWorkColumns(nextCheckAt(row, deps.world.now())))
  }
  const verdict = await evaluateRuleRow(tx, agent, row, deps)
  if (verdict.kind === 'skip') return updateRuleRow(tx, agent, name, toRowUpdate(verdict))
  if (verdict.kind === 'wait') {
    return updateRuleRow(tx, agent, name, { ...toRowUpdate(verdict), ...newWorkColumns(verdict.until) })
  }
  const { outreach, asid } = verdict
  const id = deps.world.newId('snd')
  const now = deps.world.now()
  const isQueued = await deps.enqueue(tx, agent, {
    ...{ id, outreachId: outreach.id, class: outreach.class, asid, channel: outreachChannel },
    ...{ origin: 'automated', ...name, keyHash: sendKeyOf(row, outreach.id), now },
  })
  if (!isQueued) return updateRuleRow(tx, agent, name, { state: 'skipped', reason: 'already_sent' })
  const planned_at = new Date(Math.min(row.planned_at.getTime(), now.getTime()))
  await updateRuleRow(tx, agent, name, { reason: null, outreach_id: outreach.id, send_id: id, planned_at })
}

/** One for each time that the row began to wait. */
function sendKeyOf({ rule_id, person_id, triggered_at }: RuleRow, outreachId: string): Buffer {
  const parts = ['rule', rule_id, outreachId, person_id, triggered_at.toISOString()]
  return createHash('sha256').update(parts.join('\n')).digest()
}
