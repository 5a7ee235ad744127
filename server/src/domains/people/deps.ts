import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { Definitions } from '../agents/index.ts'
import type { ExportSections } from './data-export/section.ts'
import type { Identity } from './identities/identity.ts'
import type { Person } from './person/person.ts'

/** What the routes of people are handed. */
export type PeopleDeps = {
  /** For what must be seen while a transaction is still open: how far an import has come. */
  db: Db
  definitions: Definitions
  /** Seals what a page token must not tell. */
  keyring: Keyring
  announce: Announce
  /** Takes away what was answered about something of the agent and kept for a repeat. */
  purgeCachedResponses(tx: Db, agent: AgentKey, id: string): Promise<void>
  /** Those who keep something of a person, further right. */
  listeners: readonly PersonListener[]
  /** What names a segment and so holds it, further right. */
  findSegmentUsers?(tx: Db, agent: AgentKey, segmentId: string): Promise<SegmentUser[]>
}

/** One place that names a segment; `user` is what a person calls it. */
export type SegmentUser = { field: string; code: string; user: string }

/** Told in the transaction of the change, before the person's own row goes. */
export type PersonListener = {
  /** What it keeps, for a copy of all that is known of a person; named, and listed, once over all listeners. */
  dataExport?: ExportSections
  onMerge(tx: Db, agent: AgentKey, merge: { from: Person; into: Person }): Promise<void>
  onErase(tx: Db, agent: AgentKey, person: Person, identities: readonly ErasedIdentity[]): Promise<void>
}

/** Of a person who is erased: what they hold, and what they held last. */
export type ErasedIdentity = Pick<Identity, 'asid' | 'channel' | 'address'>
