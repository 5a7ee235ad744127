import type { Db } from '../../../platform/db/database.ts'
import { profiles } from '../../people/index.ts'
import type { HandsDeps, HandsFor } from './deps.ts'
import { lockHolder } from './person.ts'

/** What the ledger takes of somebody's words. */
const mostEvidence = 4000

/** As after a STOP, and with it goes the consent: what they said is the evidence. */
export async function optOut(held: HandsFor, deps: HandsDeps, said: Said): Promise<void> {
  const { words, confirmation } = said
  await deps.optOut(held.agent, held.asid, { confirmation, also: (tx) => denyConsent(tx, held, words, deps) })
}
type Said = { words: string; confirmation: string }

async function denyConsent(tx: Db, { agent, asid }: HandsFor, words: string, deps: HandsDeps): Promise<void> {
  const person = await lockHolder(tx, agent, asid)
  // An event may be told twice; the ledger hears of it once.
  if (!person || person.consent.status === 'denied') return
  const now = deps.world.now()
  const at = new Date(Math.max(now.getTime(), person.consent.updatedAt?.getTime() ?? 0))
  const evidence = [...words.trim().toWellFormed()].slice(0, mostEvidence).join('')
  const entry = { status: 'denied', source: 'conversation', evidence, by: { kind: 'agent', id: agent.id }, at } as const
  await profiles.recordConsent(tx, agent, { person, entry }, deps)
}
