import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { emulator, type Rehearsals } from './deps.ts'
import { findSaid } from './queries.ts'

export type RehearsedPlace = { channel: Channel; provider: string; writtenAt?: Date }

/** Where somebody is who is only rehearsed with. */
export async function rehearsedPlace(
  db: Db,
  agent: AgentKey,
  asid: string,
  rehearsals: Pick<Rehearsals, 'find'>,
): Promise<RehearsedPlace | undefined> {
  const rehearsed = await rehearsals.find(db, agent, asid)
  if (!rehearsed) return undefined
  const { writtenAt } = (await findSaid(db, agent, asid)) ?? {}
  return { channel: rehearsed.channel, provider: emulator, writtenAt }
}
