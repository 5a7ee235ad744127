import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { World } from '../../platform/world.ts'
import { linkUrl, mintGrant } from './grant.ts'
import { insertGrant } from './queries.ts'

/** Creates a standalone emulator link and returns its URL. The token cannot be read again later. */
export async function issueLink(
  tx: Db,
  agent: AgentKey,
  { label, publicUrl, world }: { label: string; publicUrl: string; world: World },
): Promise<string> {
  const minted = mintGrant('link', world)
  await insertGrant(tx, agent, minted, label)
  return linkUrl(publicUrl, minted.token)
}
