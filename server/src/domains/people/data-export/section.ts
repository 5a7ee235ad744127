import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Identity } from '../identities/identity.ts'
import type { Person } from '../person/person.ts'

/** A person, with all that they hold and what they held last. */
export type ExportSubject = { person: Person; asids: readonly string[]; identities: readonly ExportedIdentity[] }
export type ExportedIdentity = Pick<Identity, 'asid' | 'channel' | 'address'>

/**
 * One list in the copy of what is known of a person: what an entry looks like, and how they are read, oldest first; a list
 * that may be long, many at a time. What is null is left out.
 */
export type ExportSection = {
  entry: z.ZodType
  read(db: Db, agent: AgentKey, whose: ExportSubject): Promise<readonly object[]> | AsyncIterable<readonly object[]>
}

/** By the names that they have in the copy. */
export type ExportSections = Readonly<Record<string, ExportSection>>
