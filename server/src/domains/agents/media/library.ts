import { hash } from 'node:crypto'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { newToken } from '../../../platform/secrets/tokens.ts'
import type { World } from '../../../platform/world.ts'
import { contentTypes, readContent } from './content.ts'
import { fileName, type KeptMedia, type MediaCreate, mostBytes, tooLarge, wrongContent } from './media.ts'
import { pull } from './pull.ts'
import { insertMedia } from './queries.ts'

export type KeepDeps = { fetch: typeof fetch; world: World }

/** Takes a file in, or fetches it from its address first; nothing is open in the database meanwhile. */
export async function keepMedia(db: Db, agent: AgentKey, asked: MediaCreate, deps: KeepDeps): Promise<KeptMedia> {
  const { world } = deps
  const { name, bytes } = asked.file ?? (await pull(asked.url, deps.fetch))
  if (bytes.length > mostBytes) throw tooLarge()
  const content = await readContent(bytes)
  if (!content) throw wrongContent(asked.file ? 'file' : 'url', `must hold one of ${contentTypes.join(', ')}`)
  return insertMedia(db, agent, {
    ...content,
    id: world.newId('media'),
    name: asked.name ?? fileName(name),
    content: bytes,
    sha256: hash('sha256', bytes, 'buffer'),
    token: newToken(world, ''),
    now: world.now(),
  })
}
