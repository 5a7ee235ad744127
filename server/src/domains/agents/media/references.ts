import { listReferences } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Definitions } from '../definition/definitions.ts'

export type MediaReferrer = { field: string; code: string; message: string; user: string }

/**
 * Finds the places in the agent that show a media item. Call it with the agent locked, so no new reference can appear.
 */
export function createFindMediaReferences(definitions: Definitions) {
  return async (tx: Db, agent: AgentKey, mediaId: string): Promise<MediaReferrer[]> => {
    const locked = await definitions.lock(tx, agent)
    const references = locked ? listReferences(locked.definition) : []
    return references
      .filter(({ to, id }) => to === 'media' && id === mediaId)
      .map(({ field, code, user }) => ({ field, code, user, message: `uses the media item ${mediaId}` }))
  }
}
