import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { OutreachDeps } from '../../deps.ts'
import { sendUpdated } from '../events.ts'
import { inTransaction } from '../queries.ts'
import { outreachChannel } from '../recipient.ts'
import type { SendWorkDeps } from '../worker.ts'
import type { SendClaim } from './deps.ts'
import { type ClaimedSendResult, toSendUpdate } from './outcome.ts'
import { completeClaimedSends } from './queries/claimed.ts'

export type RecordResultDeps = OutreachDeps & Pick<SendWorkDeps, 'onSent' | 'log'>

/** A claimed send, and what became of it. */
export type CompletedSend = SendClaim['recipients'][number] & { result: ClaimedSendResult }

/** Writes down what became of some of a claim, and tells of it. */
export async function recordResults(
  agent: AgentKey,
  claim: SendClaim,
  done: readonly CompletedSend[],
  deps: RecordResultDeps,
): Promise<void> {
  if (done.length === 0) return
  if (!claim.isTest) await attachPlaybooks(agent, claim, done, deps)
  await inTransaction(deps.db, (tx) => writeResults(tx, agent, { claim, done }, deps))
  logAll(agent, claim, done, deps)
}

/** The answers belong to the playbook of the Outreach. What was handed over is sent, even where that cannot be noted. */
async function attachPlaybooks(
  agent: AgentKey,
  claim: SendClaim,
  done: readonly CompletedSend[],
  deps: RecordResultDeps,
): Promise<void> {
  const { db, definitions, openedMany, log } = deps
  const { outreachId } = claim
  const { outreaches } = await definitions.read(db, agent)
  const playbookId = outreaches.find(({ id }) => id === outreachId)?.playbookId
  const begun = done.flatMap(({ asid, result }) =>
    result.kind === 'sent' ? [{ asid, text: result.text, playbookId, outreachId }] : [],
  )
  await openedMany(agent, begun).catch((error: unknown) =>
    log.error({ err: error, agent: agent.id }, 'conversations were begun, but not where they belong'),
  )
}

type ResultBatch = { claim: SendClaim; done: readonly CompletedSend[] }

/** Who was overtaken, since it took too long, leaves it to whoever took over. */
async function writeResults(
  tx: Db,
  agent: AgentKey,
  { claim, done }: ResultBatch,
  deps: RecordResultDeps,
): Promise<void> {
  const now = deps.world.now()
  const settled = done.map(({ sendId, result }) => toSendUpdate(sendId, result, now))
  const people = await completeClaimedSends(tx, agent, { token: claim.token, settled })
  if (claim.isTest) return
  const { outreachId, campaignId } = claim
  const ended = done.flatMap(({ sendId: id, asid, result }) => {
    const personId = people.get(id)
    return personId === undefined ? [] : [{ id, asid, personId, result }]
  })
  const sent = ended.flatMap(({ id, asid, personId, result }) =>
    result.kind === 'sent' ? [{ row: { id, outreach_id: outreachId, person_id: personId, asid }, at: result.at }] : [],
  )
  await deps.onSent(tx, agent, sent)
  const told = ended.flatMap(({ id, personId, result }) => {
    const state = stateOf(result)
    if (!state) return []
    const reason = result.kind === 'ended' ? result.reason : undefined
    return [sendUpdated(agent, { id, outreachId, origin: 'campaign', campaignId, personId, state, reason })]
  })
  await deps.announce(tx, ...told)
}

function stateOf(result: ClaimedSendResult) {
  if (result.kind === 'ended') return result.state
  return result.kind === 'sent' || result.kind === 'cancelled' ? result.kind : undefined
}

function logAll(
  agent: AgentKey,
  claim: SendClaim,
  done: readonly CompletedSend[],
  { writeLog }: RecordResultDeps,
): void {
  const { outreachId, campaignId } = claim
  for (const { sendId, asid, result } of done) {
    const data = { sendId, outreachId, campaignId, origin: 'campaign' }
    const about = { asid, channel: outreachChannel } as const
    if (result.kind === 'sent') writeLog(agent, { level: 'info', event: 'outreach.sent', ...about, data })
    if (result.kind !== 'ended') continue
    const { state, reason, detail } = result
    writeLog(agent, {
      level: 'warn',
      event: 'outreach.suppressed',
      ...about,
      data: { ...data, state, reason, detail },
    })
  }
}
