import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { recipients } from '../../../people/index.ts'
import type { OutreachDeps } from '../../deps.ts'
import { sendUpdated } from '../events.ts'
import { inTransaction } from '../queries.ts'
import { judgeSend, type Ready } from '../ready.ts'
import { outreachChannel } from '../recipient.ts'
import type { SendWorkDeps } from '../worker.ts'
import type { Claim, HandedTogether } from './deps.ts'
import { type Result, resultOf, resultOfOpened, type Settled, settledOf } from './outcome.ts'
import { settleClaimed } from './queries/claimed.ts'
import { findTouched } from './queries/touched.ts'
import { type RehearseDeps, rehearseSend } from './rehearse.ts'

export type HandDeps = OutreachDeps & RehearseDeps & Pick<SendWorkDeps, 'sent' | 'log'>

type Recipient = Claim['recipients'][number]
type Known = Awaited<ReturnType<typeof knownOf>>

/** Hands claimed sends over, all of them together, and writes down what became of each. */
export async function handTogether(
  agent: AgentKey,
  claim: Claim,
  signal: AbortSignal,
  deps: HandDeps,
): Promise<HandedTogether> {
  const results = claim.isTest ? await rehearseAll(agent, claim, deps) : await openAll(agent, claim, signal, deps)
  const now = deps.world.now()
  const settled = claim.recipients.map(({ sendId }, index) => settledOf(sendId, results[index] as Result, now))
  if (!claim.isTest) await begin(agent, claim, results, deps)
  await inTransaction(deps.db, (tx) => writeDown(tx, agent, { claim, results, settled }, deps))
  logAll(agent, claim, results, deps)
  return countsOf(results)
}

async function rehearseAll(agent: AgentKey, { recipients: all, outreachId }: Claim, deps: HandDeps): Promise<Result[]> {
  const results: Result[] = []
  for (const { sendId, asid, personId } of all) {
    results.push(await rehearseSend(agent, { id: sendId, asid, personaId: personId, outreachId }, deps))
  }
  return results
}

/** What is read once for all of them. */
async function knownOf(agent: AgentKey, { recipients: all }: Claim, { db, definitions }: HandDeps) {
  const asids = all.map(({ asid }) => asid)
  const [definition, people, touched] = await Promise.all([
    definitions.read(db, agent),
    recipients.byAsids(db, agent, asids),
    findTouched(db, agent, all),
  ])
  return { definition, people, touched }
}

async function openAll(agent: AgentKey, claim: Claim, signal: AbortSignal, deps: HandDeps): Promise<Result[]> {
  const known = await knownOf(agent, claim, deps)
  const now = deps.world.now()
  const judged = claim.recipients.map((recipient) => judgeOne(recipient, claim, known, now))
  const ready = claim.recipients.flatMap(({ sendId, asid }, index) => {
    const words = judged[index] as (typeof judged)[number]
    return 'aml' in words ? [openingOf({ sendId, asid }, words)] : []
  })
  const opened = ready.length > 0 ? await deps.openMany(agent, ready, signal) : []
  const byId = new Map(ready.map(({ id }, index) => [id, opened[index]]))
  return judged.map((words, index) => {
    const done = byId.get(claim.recipients[index]?.sendId ?? '')
    return done ? resultOfOpened(done) : resultOf(words as Exclude<typeof words, Ready>)
  })
}

function openingOf({ sendId, asid }: Pick<Recipient, 'sendId' | 'asid'>, { aml }: Ready) {
  return { asid, message: { aml }, id: sendId, openedBy: sendId, checksCapability: true }
}

/** Whoever claims has asked whether the hours are open. */
function judgeOne({ sendId, asid, personId }: Recipient, claim: Claim, known: Known, now: Date) {
  const row = { origin: 'campaign', outreach_id: claim.outreachId, person_id: personId, detail: null, inputs: null }
  const ofCampaign = { ...known.touched.get(sendId), class: claim.class, areHoursOpen: true }
  const { definition, people } = known
  return judgeSend({ ...row, rule_id: null }, { ...people.get(asid), definition, now, ofCampaign })
}

/** The answers belong to the playbook of the Outreach. What was handed over is sent, even where that cannot be noted. */
async function begin(agent: AgentKey, claim: Claim, results: readonly Result[], deps: HandDeps): Promise<void> {
  const { db, definitions, openedMany, log } = deps
  const { outreachId, recipients: all } = claim
  const { outreaches } = await definitions.read(db, agent)
  const playbookId = outreaches.find(({ id }) => id === outreachId)?.playbookId
  const begun = all.flatMap(({ asid }, index) => {
    const result = results[index]
    return result?.kind === 'sent' ? [{ asid, text: result.text, playbookId, outreachId }] : []
  })
  await openedMany(agent, begun).catch((error: unknown) =>
    log.error({ err: error, agent: agent.id }, 'conversations were begun, but not where they belong'),
  )
}

type Writing = { claim: Claim; results: readonly Result[]; settled: readonly Settled[] }

/** Who was overtaken, since it took too long, leaves it to whoever took over. */
async function writeDown(tx: Db, agent: AgentKey, { claim, results, settled }: Writing, deps: HandDeps): Promise<void> {
  const people = await settleClaimed(tx, agent, { token: claim.token, settled })
  if (claim.isTest) return
  const { outreachId, campaignId } = claim
  const ended = claim.recipients.flatMap(({ sendId: id, asid }, index) => {
    const personId = people.get(id)
    const result = results[index] as Result
    return personId === undefined ? [] : [{ id, asid, personId, result }]
  })
  const sent = ended.flatMap(({ id, asid, personId, result }) =>
    result.kind === 'sent' ? [{ row: { id, outreach_id: outreachId, person_id: personId, asid }, at: result.at }] : [],
  )
  await deps.sent(tx, agent, sent)
  const told = ended.flatMap(({ id, personId, result }) => {
    const state = stateOf(result)
    if (!state) return []
    const reason = result.kind === 'ended' ? result.reason : undefined
    return [sendUpdated(agent, { id, outreachId, origin: 'campaign', campaignId, personId, state, reason })]
  })
  await deps.announce(tx, ...told)
}

function stateOf(result: Result) {
  if (result.kind === 'ended') return result.state
  return result.kind === 'sent' || result.kind === 'cancelled' ? result.kind : undefined
}

function logAll(agent: AgentKey, claim: Claim, results: readonly Result[], { writeLog }: HandDeps): void {
  const { outreachId, campaignId } = claim
  for (const [index, { sendId, asid }] of claim.recipients.entries()) {
    const result = results[index] as Result
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

function countsOf(results: readonly Result[]): HandedTogether {
  const count = (...kinds: Result['kind'][]) => results.filter(({ kind }) => kinds.includes(kind)).length
  const waits = results.flatMap((result) => (result.kind === 'again' ? (result.retryAfterSeconds ?? []) : []))
  return {
    handed: count('sent'),
    again: count('again'),
    ended: count('ended', 'cancelled'),
    held: count('held'),
    ...(waits.length > 0 && { retryAfterSeconds: Math.max(...waits) }),
  }
}
