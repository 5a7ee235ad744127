import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { emulatorProvider, type SandboxPeople } from './deps.ts'
import { findSandboxConversation } from './queries.ts'

export type SandboxDestination = { channel: Channel; provider: string; writtenAt?: Date }

/** Where somebody is who is only rehearsed with. */
export async function findSandboxDestination(
  db: Db,
  agent: AgentKey,
  asid: string,
  sandboxPeople: Pick<SandboxPeople, 'find'>,
): Promise<SandboxDestination | undefined> {
  const person = await sandboxPeople.find(db, agent, asid)
  if (!person) return undefined
  const { writtenAt } = (await findSandboxConversation(db, agent, asid)) ?? {}
  return { channel: person.channel, provider: emulatorProvider, writtenAt }
}
