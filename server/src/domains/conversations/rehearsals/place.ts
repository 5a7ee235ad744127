import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { emulator, type Rehearsals } from './deps.ts'
import { findWrittenAt } from './queries.ts'

export type RehearsedPlace = { channel: Channel; provider: string; writtenAt?: Date }

/** Where somebody is who is only rehearsed with. */
export async function rehearsedPlace(
  db: Db,
  agent: AgentKey,
  asid: string,
  rehearsals: Pick<Rehearsals, 'find'>,
): Promise<RehearsedPlace | undefined> {
  const rehearsed = await rehearsals.find(db, agent, asid)
  return (
    rehearsed && { channel: rehearsed.channel, provider: emulator, writtenAt: await findWrittenAt(db, agent, asid) }
  )
}
