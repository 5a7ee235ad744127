import { settledInBatches } from '../../../../platform/concurrency/concurrency.ts'
import type { Db } from '../../../../platform/db/database.ts'
import { inTransaction } from '../../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { recipients } from '../../../people/index.ts'
import type { OutreachDeps } from '../../deps.ts'
import { evaluateSend, type ReadySend } from '../readiness.ts'
import { sendUpdated } from '../send.ts'
import type { SendWorkDeps } from '../worker.ts'
import type { BatchDispatchResult, SendClaim } from './deps.ts'
import {
  type ClaimedSendResult,
  type SandboxSendDeps,
  sendInSandbox,
  toDispatchedResult,
  toSendUpdate,
  toUndispatchedResult,
} from './outcome.ts'
import { completeClaimedSends, findTouchStates } from './queries/campaign-sends.ts'

export type BatchDispatchDeps = OutreachDeps & SandboxSendDeps & RecordResultDeps

type Recipient = SendClaim['recipients'][number]
type BatchContext = Awaited<ReturnType<typeof readBatchContext>>

/** Results are written when all are in, or this long after the first unwritten one. */
const flushMilliseconds = 500

/** Dispatches claimed sends as one batch and records the result of each, without waiting for slow ones. */
export async function dispatchClaimedSends(
  agent: AgentKey,
  claim: SendClaim,
  signal: AbortSignal,
  deps: BatchDispatchDeps,
): Promise<BatchDispatchResult> {
  const waves = claim.isTest ? sendAllInSandbox(agent, claim, deps) : openAll(agent, claim, signal, deps)
  const results: ClaimedSendResult[] = []
  const failures: unknown[] = []
  for await (const done of waves) {
    results.push(...done.map(({ result }) => result))
    await recordResults(agent, claim, done, deps).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
  return countResults(results)
}

async function* sendAllInSandbox(
  agent: AgentKey,
  claim: SendClaim,
  deps: BatchDispatchDeps,
): AsyncGenerator<CompletedSend[]> {
  const done: CompletedSend[] = []
  for (const recipient of claim.recipients) {
    const { sendId: id, asid, personId: personaId, variantId } = recipient
    const openerTemplateId = variantId === undefined ? undefined : claim.openers?.[variantId]
    const send = { id, asid, personaId, outreachId: claim.outreachId, openerTemplateId }
    const result = await sendInSandbox(agent, send, deps)
    done.push({ ...recipient, result })
  }
  yield done
}

/** Read once for the whole batch. */
async function readBatchContext(
  agent: AgentKey,
  { recipients: all }: SendClaim,
  { db, definitions }: BatchDispatchDeps,
) {
  const asids = all.map(({ asid }) => asid)
  const [definition, people, touched] = await Promise.all([
    definitions.read(db, agent),
    recipients.findByAsids(db, agent, asids),
    findTouchStates(db, agent, all),
  ])
  return { definition, people, touched }
}

/**
 * A send that throws is left to the send worker, which finds it when the lease expires; if all throw, the error is
 * rethrown.
 */
async function* openAll(
  agent: AgentKey,
  claim: SendClaim,
  signal: AbortSignal,
  deps: BatchDispatchDeps,
): AsyncGenerator<CompletedSend[]> {
  const { ready, unready } = await evaluateAll(agent, claim, deps)
  if (ready.length === 0) yield unready
  const openings = ready.map((one) => toOpening(agent, one, deps))
  const opened = ready.length > 0 ? deps.openMany(agent, openings, signal) : []
  const broken: unknown[] = []
  for await (const wave of settledInBatches(opened, flushMilliseconds)) {
    for (const come of wave) if (come.status === 'rejected') broken.push(come.reason)
    const done = wave.flatMap((come) => {
      const { recipient } = ready[come.index] as ReadyRecipient
      return come.status === 'fulfilled'
        ? [{ ...recipient, result: toDispatchedResult(come.value, deps.world.now()) }]
        : []
    })
    yield [...unready.splice(0), ...done]
  }
  if (broken.length > 0 && broken.length === ready.length) throw broken[0]
  for (const error of broken) deps.log.error({ err: error, agent: agent.id }, 'a campaign send crashed')
}

type ReadyRecipient = { recipient: Recipient; ready: ReadySend }

/** Sends that are not ready have ended or are on hold. */
async function evaluateAll(
  agent: AgentKey,
  claim: SendClaim,
  deps: BatchDispatchDeps,
): Promise<{ ready: ReadyRecipient[]; unready: CompletedSend[] }> {
  const known = await readBatchContext(agent, claim, deps)
  const now = deps.world.now()
  const ready: ReadyRecipient[] = []
  const unready: CompletedSend[] = []
  for (const recipient of claim.recipients) {
    const words = evaluateOne(recipient, claim, known, now)
    if ('aml' in words) ready.push({ recipient, ready: words })
    else unready.push({ ...recipient, result: toUndispatchedResult(words) })
  }
  return { ready, unready }
}

function toOpening(agent: AgentKey, { recipient, ready }: ReadyRecipient, { trackLinks }: BatchDispatchDeps) {
  const { sendId, asid } = recipient
  const { aml, delivery } = ready
  const rewriteMessage = trackLinks(agent, { openingId: sendId, sendId })
  return {
    asid,
    message: { aml },
    delivery,
    id: sendId,
    initiatedBy: sendId,
    mustCheckCapability: 'known' as const,
    rewriteMessage,
  }
}

/** The claiming dispatcher has already checked the sending hours. */
function evaluateOne(
  { sendId, asid, personId, variantId }: Recipient,
  claim: SendClaim,
  known: BatchContext,
  now: Date,
) {
  const row = { origin: 'campaign', outreach_id: claim.outreachId, person_id: personId, detail: null, inputs: null }
  const ofCampaign = { ...known.touched.get(sendId), class: claim.class, areHoursOpen: true, openers: claim.openers }
  const { definition, people } = known
  return evaluateSend(
    { ...row, rule_id: null, variant_id: variantId ?? null },
    { ...people.get(asid), definition, now, ofCampaign },
  )
}

function countResults(results: readonly ClaimedSendResult[]): BatchDispatchResult {
  const count = (...kinds: ClaimedSendResult['kind'][]) => results.filter(({ kind }) => kinds.includes(kind)).length
  const waits = results.flatMap((result) => (result.kind === 'again' ? (result.retryAfterSeconds ?? []) : []))
  return {
    dispatched: count('sent'),
    // A channel with unresolved outcomes must be slowed down too.
    retryable: count('again', 'unresolved'),
    ended: count('ended', 'cancelled'),
    held: count('held'),
    ...(waits.length > 0 && { retryAfterSeconds: Math.max(...waits) }),
  }
}

type RecordResultDeps = OutreachDeps & Pick<SendWorkDeps, 'onSent' | 'log'>

type CompletedSend = SendClaim['recipients'][number] & { result: ClaimedSendResult }

async function recordResults(
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

/**
 * Attaches the conversations to the playbook of the Outreach. A dispatched message counts as sent even if this fails.
 */
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
  const initiations = done.flatMap(({ asid, result }) =>
    result.kind === 'sent' ? [{ asid: result.asid ?? asid, text: result.text, playbookId, outreachId }] : [],
  )
  await openedMany(agent, initiations).catch((error: unknown) =>
    log.error({ err: error, agent: agent.id }, 'conversations started, but their playbook could not be set'),
  )
}

type ResultBatch = { claim: SendClaim; done: readonly CompletedSend[] }

/** Skips sends whose lease was lost because dispatching took too long; the new owner records them. */
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
    result.kind === 'sent'
      ? [{ row: { id, outreach_id: outreachId, person_id: personId, asid: result.asid ?? asid }, at: result.at }]
      : [],
  )
  await deps.onSent(tx, agent, sent)
  const events = ended.flatMap(({ id, personId, result }) => {
    const state = stateOf(result)
    if (!state) return []
    const reason = result.kind === 'ended' ? result.reason : undefined
    return [sendUpdated(agent, { id, outreachId, origin: 'campaign', campaignId, personId, state, reason })]
  })
  await deps.announce(tx, ...events)
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
  for (const { sendId, asid, channel = 'rcs', result } of done) {
    const data = { sendId, outreachId, campaignId, origin: 'campaign' }
    const about = { asid, channel } as const
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
