import type { Db } from '../../../platform/db/database.ts'
import { personProfiles } from '../../people/index.ts'
import type { ActionDeps, ActionTarget } from './deps.ts'
import { lockPersonByIdentity } from './person.ts'

/** What the ledger takes of somebody's words. */
const maxEvidenceLength = 4000

/** As after a STOP, and with it goes the consent: what they said is the evidence. */
export async function optOutPartner(target: ActionTarget, deps: ActionDeps, said: OptOutStatement): Promise<void> {
  const { words, confirmation } = said
  await deps.optOut(target.agent, target.asid, { confirmation, also: (tx) => denyConsent(tx, target, words, deps) })
}
type OptOutStatement = { words: string; confirmation: string }

async function denyConsent(tx: Db, { agent, asid }: ActionTarget, words: string, deps: ActionDeps): Promise<void> {
  const person = await lockPersonByIdentity(tx, agent, asid)
  // An event may be told twice; the ledger hears of it once.
  if (!person || person.consent.status === 'denied') return
  const now = deps.world.now()
  const at = new Date(Math.max(now.getTime(), person.consent.updatedAt?.getTime() ?? 0))
  const evidence = [...words.trim().toWellFormed()].slice(0, maxEvidenceLength).join('')
  const entry = { status: 'denied', source: 'conversation', evidence, by: { kind: 'agent', id: agent.id }, at } as const
  await personProfiles.recordConsent(tx, agent, { person, entry }, deps)
}
