import type { AgentKey } from '../../../../platform/http/route.ts'
import { inWaves } from '../../../../platform/thread/waves.ts'
import { recipients } from '../../../people/index.ts'
import type { OutreachDeps } from '../../deps.ts'
import { judgeSend, type Ready } from '../ready.ts'
import type { Claim, HandedTogether } from './deps.ts'
import { type Result, resultOf, resultOfOpened } from './outcome.ts'
import { findTouched } from './queries/touched.ts'
import { type RehearseDeps, rehearseSend } from './rehearse.ts'
import { type Done, type SettleDeps, settleTogether } from './settle.ts'

export type HandDeps = OutreachDeps & RehearseDeps & SettleDeps

type Recipient = Claim['recipients'][number]
type Known = Awaited<ReturnType<typeof knownOf>>

/** What has become of some is written down when all are there, or so long after the first of them. */
const waveMilliseconds = 500

/** Hands claimed sends over, all of them together, and writes down what became of each; nobody waits for the slow. */
export async function handTogether(
  agent: AgentKey,
  claim: Claim,
  signal: AbortSignal,
  deps: HandDeps,
): Promise<HandedTogether> {
  const waves = claim.isTest ? rehearseAll(agent, claim, deps) : openAll(agent, claim, signal, deps)
  const results: Result[] = []
  const failures: unknown[] = []
  for await (const done of waves) {
    results.push(...done.map(({ result }) => result))
    await settleTogether(agent, claim, done, deps).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
  return countsOf(results)
}

async function* rehearseAll(agent: AgentKey, claim: Claim, deps: HandDeps): AsyncGenerator<Done[]> {
  const done: Done[] = []
  for (const recipient of claim.recipients) {
    const { sendId: id, asid, personId: personaId } = recipient
    const result = await rehearseSend(agent, { id, asid, personaId, outreachId: claim.outreachId }, deps)
    done.push({ ...recipient, result })
  }
  yield done
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

/** One that breaks is left to the worker of sends, who finds it when the lease is over; where all break, that is told. */
async function* openAll(agent: AgentKey, claim: Claim, signal: AbortSignal, deps: HandDeps): AsyncGenerator<Done[]> {
  const { ready, unready } = await judgeAll(agent, claim, deps)
  if (ready.length === 0) yield unready
  const opened = ready.length > 0 ? deps.openMany(agent, ready.map(openingOf), signal) : []
  const broken: unknown[] = []
  for await (const wave of inWaves(opened, waveMilliseconds)) {
    for (const come of wave) if (come.status === 'rejected') broken.push(come.reason)
    const done = wave.flatMap((come) => {
      const { recipient } = ready[come.index] as Opener
      return come.status === 'fulfilled' ? [{ ...recipient, result: resultOfOpened(come.value, deps.world.now()) }] : []
    })
    yield [...unready.splice(0), ...done]
  }
  if (broken.length > 0 && broken.length === ready.length) throw broken[0]
  for (const error of broken) deps.log.error({ err: error, agent: agent.id }, 'a send of a campaign broke')
}

type Opener = { recipient: Recipient; words: Ready }

/** Those that are not ready have ended, or wait. */
async function judgeAll(agent: AgentKey, claim: Claim, deps: HandDeps): Promise<{ ready: Opener[]; unready: Done[] }> {
  const known = await knownOf(agent, claim, deps)
  const now = deps.world.now()
  const ready: Opener[] = []
  const unready: Done[] = []
  for (const recipient of claim.recipients) {
    const words = judgeOne(recipient, claim, known, now)
    if ('aml' in words) ready.push({ recipient, words })
    else unready.push({ ...recipient, result: resultOf(words) })
  }
  return { ready, unready }
}

function openingOf({ recipient: { sendId, asid }, words: { aml } }: Opener) {
  return { asid, message: { aml }, id: sendId, openedBy: sendId, checksCapability: true }
}

/** Whoever claims has asked whether the hours are open. */
function judgeOne({ sendId, asid, personId }: Recipient, claim: Claim, known: Known, now: Date) {
  const row = { origin: 'campaign', outreach_id: claim.outreachId, person_id: personId, detail: null, inputs: null }
  const ofCampaign = { ...known.touched.get(sendId), class: claim.class, areHoursOpen: true }
  const { definition, people } = known
  return judgeSend({ ...row, rule_id: null }, { ...people.get(asid), definition, now, ofCampaign })
}

function countsOf(results: readonly Result[]): HandedTogether {
  const count = (...kinds: Result['kind'][]) => results.filter(({ kind }) => kinds.includes(kind)).length
  const waits = results.flatMap((result) => (result.kind === 'again' ? (result.retryAfterSeconds ?? []) : []))
  return {
    handed: count('sent'),
    // A channel that leaves outcomes open is not to be hurried either.
    again: count('again', 'unresolved'),
    ended: count('ended', 'cancelled'),
    held: count('held'),
    ...(waits.length > 0 && { retryAfterSeconds: Math.max(...waits) }),
  }
}
