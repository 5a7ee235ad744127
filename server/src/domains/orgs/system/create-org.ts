import { toSlug } from '@parley/findings'
import type { Db } from '../../../platform/db/database.ts'
import { allScopesExceptJourney } from '../../../platform/http/access.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import { createSlugCandidates } from '../../../platform/slug.ts'
import type { World } from '../../../platform/world.ts'
import { mintKey } from '../keys/api-key.ts'
import { insertKey } from '../keys/queries.ts'
import { type Org, systemOrgId } from '../org.ts'
import { insertOrg } from './queries.ts'
import type { OrgCreate } from './system-org.ts'

export async function createOrg(tx: Db, asked: OrgCreate, world: World): Promise<{ org: Org; apiKey: string }> {
  const org = await insertWithFreeId(tx, asked, world)
  return { org, apiKey: await issueFirstKey(tx, org, world) }
}

/** Issues a key with every scope except `integrations:journey`. */
export async function issueFirstKey(tx: Db, org: OrgKey, world: World): Promise<string> {
  const minted = mintKey(world)
  const asked = { name: 'First key', scopes: [...allScopesExceptJourney] }
  await insertKey(tx, org, { ...minted, asked, now: world.now() })
  return minted.key
}

async function insertWithFreeId(tx: Db, { id, name, timeZone }: OrgCreate, world: World): Promise<Org> {
  const ids = id === undefined ? createSlugCandidates(toSlug(name, 'org'), world) : [id]
  for (const id of ids.filter((one) => one !== systemOrgId)) {
    const org = await insertOrg(tx, { id, name, timeZone, now: world.now() })
    if (org) return org
  }
  throw problem('resource.conflict', 409, { detail: `There is an org ${ids[0]} already` })
}
