import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { Definitions } from '../agents/index.ts'
import type { ExportSections } from './data-export/section.ts'
import type { Identity } from './identities/identity.ts'
import type { Person } from './person/person.ts'

export type PeopleDeps = {
  /** For writes that must be visible while a transaction is still open, such as import progress. */
  db: Db
  definitions: Definitions
  /** Encrypts page tokens, which may contain personal data. */
  keyring: Keyring
  announce: Announce
  /** Deletes cached idempotent responses about an object of the agent. */
  purgeCachedResponses(tx: Db, agent: AgentKey, id: string): Promise<void>
  /** Listeners of other domains that store data about people. */
  listeners: readonly PersonListener[]
  /** Finds what uses a segment and so blocks its deletion, in other domains. */
  findSegmentUsers?(tx: Db, agent: AgentKey, segmentId: string): Promise<SegmentUser[]>
}

/** A place that uses a segment; `user` is its display name. */
export type SegmentUser = { field: string; code: string; user: string }

/** Called in the transaction of the change, before the person's own row is deleted. */
export type PersonListener = {
  /** The listener's sections in the export of a person's data; names must be unique across all listeners. */
  dataExport?: ExportSections
  onMerge(tx: Db, agent: AgentKey, merge: { from: Person; into: Person }): Promise<void>
  onErase(tx: Db, agent: AgentKey, person: Person, identities: readonly ErasedIdentity[]): Promise<void>
}

/** An identity of an erased person: current, or held last. */
export type ErasedIdentity = Pick<Identity, 'asid' | 'channel' | 'address'>
