import { type AgentDefinition, lintDefinition, lintDocument } from '@parley/definition'
import type { Finding } from '@parley/findings'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Catalog } from '../../catalogs/index.ts'
import { mediaIds } from '../media/queries.ts'
import { readValue, type SentDocument } from '../routes/read-value.ts'
import { outsideOf } from '../tools/outside.ts'
import { apart, isLarge, isLargeDefinition, type Surroundings } from './apart.ts'

type Place = { catalog: Catalog; db: Db; agent: AgentKey }

/** Everything there is to say about a stored definition; a large one is looked through in a thread. */
export async function lintStored(definition: AgentDefinition, place: Place): Promise<Finding[]> {
  const around = await surroundingsOf(place)
  if (!isLargeDefinition(definition)) return lintDefinition(definition, known(place.catalog, around))
  return apart({ kind: 'lint', definition: JSON.stringify(definition), ...around })
}

/** The same about what an import of a document would leave behind. */
export async function lintSent(
  stored: AgentDefinition,
  sent: SentDocument,
  place: Place & { now: string },
): Promise<Finding[]> {
  const { catalog, now } = place
  const around = await surroundingsOf(place)
  if (!isLarge(sent.bytes.length) && !isLargeDefinition(stored)) {
    return lintDocument(stored, readValue(sent), { ...known(catalog, around), now })
  }
  return apart({ kind: 'lintDocument', definition: JSON.stringify(stored), now, ...sent, ...around })
}

async function surroundingsOf({ catalog, db, agent }: Place): Promise<Surroundings> {
  return { tools: catalog.list('tools'), mediaIds: [...(await mediaIds(db, agent))] }
}

function known(catalog: Catalog, { mediaIds }: Surroundings) {
  const media = new Set(mediaIds)
  return { ...outsideOf(catalog), knowsMedia: (id: string) => media.has(id) }
}
