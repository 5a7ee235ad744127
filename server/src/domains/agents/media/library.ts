import { hash } from 'node:crypto'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { generateToken } from '../../../platform/secrets/tokens.ts'
import type { World } from '../../../platform/world.ts'
import { detectMediaContent, mediaContentTypes } from './content.ts'
import {
  invalidMediaContent,
  type MediaCreate,
  maxMediaBytes,
  mediaTooLarge,
  type StoredMedia,
  sanitizeFileName,
  serializeMediaItem,
} from './media.ts'
import { downloadMedia } from './pull.ts'
import { insertMedia, listAllMedia } from './queries.ts'

export type IngestedMedia = Awaited<ReturnType<typeof ingestMedia>>

/** Looks at a file, or fetches it from its address first. */
export async function ingestMedia(asked: MediaCreate, fetch: typeof globalThis.fetch) {
  const { name, bytes } = asked.file ?? (await downloadMedia(asked.url, fetch))
  if (bytes.length > maxMediaBytes) throw mediaTooLarge()
  const content = await detectMediaContent(bytes)
  if (!content)
    throw invalidMediaContent(asked.file ? 'file' : 'url', `must hold one of ${mediaContentTypes.join(', ')}`)
  return {
    ...content,
    name: asked.name ?? sanitizeFileName(name),
    content: bytes,
    sha256: hash('sha256', bytes, 'buffer'),
  }
}

export function storeMedia(tx: Db, agent: AgentKey, taken: IngestedMedia, world: World): Promise<StoredMedia> {
  return insertMedia(tx, agent, {
    ...taken,
    id: world.newId('media'),
    token: generateToken(world, ''),
    now: world.now(),
  })
}

/** The public addresses of an agent's items, by their ids. */
export function createMediaUrls(gatewayPublicUrl: string) {
  return async (db: Db, agent: AgentKey): Promise<Map<string, string>> => {
    const items = await listAllMedia(db, agent)
    return new Map(items.map((item) => [item.id, serializeMediaItem(item, gatewayPublicUrl).url]))
  }
}
