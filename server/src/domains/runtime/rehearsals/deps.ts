import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import type { Done, Effect } from '../deps.ts'
import { inTransaction, lockRehearsal, saveRehearsal } from './queries.ts'
import type { Rehearsal } from './rehearsal.ts'

export type RehearsalHandsDeps = { db: Db; world: World; definitions: Definitions }

/** The one rehearsal that hands act for, and where they note what they would have done. */
export type Held = {
  agent: AgentKey
  asid: string
  note(effect: Effect): void
  /** What integrations answer, by their id. */
  stubs?: Readonly<Record<string, unknown>>
}

type Changed<T> = { value: T; after?: Rehearsal; effect?: Omit<Effect, 'at'> }

/** Reads the rehearsal, keeps it as it was changed, and notes that once it is kept. */
export async function withRehearsal<T>(
  { agent, asid, note }: Held,
  { db, world }: RehearsalHandsDeps,
  act: (rehearsal: Rehearsal) => Promise<Changed<Done<T>>> | Changed<Done<T>>,
): Promise<Done<T>> {
  const { value, effect } = await inTransaction(db, async (tx): Promise<Changed<Done<T>>> => {
    const rehearsal = await lockRehearsal(tx, agent, asid)
    if (!rehearsal) return { value: { ok: false, why: 'Nobody is on file for this conversation any more.' } }
    const changed = await act(rehearsal)
    if (changed.after) await saveRehearsal(tx, agent, changed.after)
    return changed
  })
  if (effect) note({ ...effect, at: world.now().toISOString() })
  return value
}
