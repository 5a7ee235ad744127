import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Identity } from '../identities/identity.ts'
import type { Person } from '../person/person.ts'

/** A person with their current identities and those they held last. */
export type ExportSubject = { person: Person; asids: readonly string[]; identities: readonly ExportedIdentity[] }
export type ExportedIdentity = Pick<Identity, 'asid' | 'channel' | 'address'>

/**
 * One list in the export of a person's data: the schema of its entries and how to read them, oldest first; long lists
 * in batches. Null fields are omitted.
 */
export type ExportSection = {
  entry: z.ZodType
  read(db: Db, agent: AgentKey, whose: ExportSubject): Promise<readonly object[]> | AsyncIterable<readonly object[]>
}

export type ExportSections = Readonly<Record<string, ExportSection>>
