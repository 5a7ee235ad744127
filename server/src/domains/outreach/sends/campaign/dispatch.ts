import { settledInBatches } from '../../../../platform/concurrency/settled-in-batches.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { recipients } from '../../../people/index.ts'
import type { OutreachDeps } from '../../deps.ts'
import { evaluateSend, type ReadySend } from '../readiness.ts'
import type { BatchDispatchResult, SendClaim } from './deps.ts'
import { type ClaimedSendResult, toDispatchedResult, toUndispatchedResult } from './outcome.ts'
import { findTouchStates } from './queries/touches.ts'
import { type SandboxSendDeps, sendInSandbox } from './sandbox.ts'
import { type CompletedSend, type RecordResultDeps, recordResults } from './settle.ts'

export type BatchDispatchDeps = OutreachDeps & SandboxSendDeps & RecordResultDeps

type Recipient = SendClaim['recipients'][number]
type BatchContext = Awaited<ReturnType<typeof readBatchContext>>

/** What has become of some is written down when all are there, or so long after the first of them. */
const flushMilliseconds = 500

/** Hands claimed sends over, all of them together, and writes down what became of each; nobody waits for the slow. */
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
    const { sendId: id, asid, personId: personaId } = recipient
    const result = await sendInSandbox(agent, { id, asid, personaId, outreachId: claim.outreachId }, deps)
    done.push({ ...recipient, result })
  }
  yield done
}

/** What is read once for all of them. */
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

/** One that breaks is left to the worker of sends, who finds it when the lease is over; where all break, that is told. */
async function* openAll(
  agent: AgentKey,
  claim: SendClaim,
  signal: AbortSignal,
  deps: BatchDispatchDeps,
): AsyncGenerator<CompletedSend[]> {
  const { ready, unready } = await evaluateAll(agent, claim, deps)
  if (ready.length === 0) yield unready
  const opened = ready.length > 0 ? deps.openMany(agent, ready.map(toOpening), signal) : []
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
  for (const error of broken) deps.log.error({ err: error, agent: agent.id }, 'a send of a campaign broke')
}

type ReadyRecipient = { recipient: Recipient; ready: ReadySend }

/** Those that are not ready have ended, or wait. */
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

function toOpening({ recipient: { sendId, asid }, ready: { aml } }: ReadyRecipient) {
  return { asid, message: { aml }, id: sendId, openedBy: sendId, checksCapability: true }
}

/** Whoever claims has asked whether the hours are open. */
function evaluateOne({ sendId, asid, personId }: Recipient, claim: SendClaim, known: BatchContext, now: Date) {
  const row = { origin: 'campaign', outreach_id: claim.outreachId, person_id: personId, detail: null, inputs: null }
  const ofCampaign = { ...known.touched.get(sendId), class: claim.class, areHoursOpen: true }
  const { definition, people } = known
  return evaluateSend({ ...row, rule_id: null }, { ...people.get(asid), definition, now, ofCampaign })
}

function countResults(results: readonly ClaimedSendResult[]): BatchDispatchResult {
  const count = (...kinds: ClaimedSendResult['kind'][]) => results.filter(({ kind }) => kinds.includes(kind)).length
  const waits = results.flatMap((result) => (result.kind === 'again' ? (result.retryAfterSeconds ?? []) : []))
  return {
    dispatched: count('sent'),
    // A channel that leaves outcomes open is not to be hurried either.
    retryable: count('again', 'unresolved'),
    ended: count('ended', 'cancelled'),
    held: count('held'),
    ...(waits.length > 0 && { retryAfterSeconds: Math.max(...waits) }),
  }
}
