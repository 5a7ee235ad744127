import { hash } from 'node:crypto'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { newToken } from '../../../platform/secrets/tokens.ts'
import type { World } from '../../../platform/world.ts'
import { contentTypes, readContent } from './content.ts'
import { fileName, type KeptMedia, type MediaCreate, mediaItem, mostBytes, tooLarge, wrongContent } from './media.ts'
import { pull } from './pull.ts'
import { everyMedia, insertMedia } from './queries.ts'

export type TakenIn = Awaited<ReturnType<typeof takeIn>>

/** Looks at a file, or fetches it from its address first. */
export async function takeIn(asked: MediaCreate, fetch: typeof globalThis.fetch) {
  const { name, bytes } = asked.file ?? (await pull(asked.url, fetch))
  if (bytes.length > mostBytes) throw tooLarge()
  const content = await readContent(bytes)
  if (!content) throw wrongContent(asked.file ? 'file' : 'url', `must hold one of ${contentTypes.join(', ')}`)
  return { ...content, name: asked.name ?? fileName(name), content: bytes, sha256: hash('sha256', bytes, 'buffer') }
}

export function keepMedia(tx: Db, agent: AgentKey, taken: TakenIn, world: World): Promise<KeptMedia> {
  return insertMedia(tx, agent, { ...taken, id: world.newId('media'), token: newToken(world, ''), now: world.now() })
}

/** The public addresses of an agent's items, by their ids. */
export function mediaUrlsOf(gatewayPublicUrl: string) {
  return async (db: Db, agent: AgentKey): Promise<Map<string, string>> => {
    const items = await everyMedia(db, agent)
    return new Map(items.map((item) => [item.id, mediaItem(item, gatewayPublicUrl).url]))
  }
}
