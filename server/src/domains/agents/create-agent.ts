import { toSlug } from '@parley/findings'
import type { Db } from '../../platform/db/database.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Author, OrgKey } from '../../platform/http/route.ts'
import { createSlugCandidates } from '../../platform/slug.ts'
import type { World } from '../../platform/world.ts'
import { type AgentCreate, framework } from './agent.ts'
import type { AgentDeps } from './deps.ts'
import { type AgentRecord, insertAgent } from './queries.ts'

type CreateDeps = Pick<AgentDeps, 'onCreated'> & { world: World; author?: Author }

/** Rejects a requested id that is already in use (409); an id derived from the name gets a suffix instead. */
export async function createAgent(tx: Db, org: OrgKey, request: AgentCreate, deps: CreateDeps): Promise<AgentRecord> {
  const { world, onCreated, author } = deps
  assertSupportedFramework(request)
  const { name, description, identity, defaultCountry } = request
  const ids = request.id === undefined ? createSlugCandidates(toSlug(name, 'agent'), world) : [request.id]
  for (const id of ids) {
    const agent = await insertAgent(tx, org, {
      id,
      name,
      description,
      identity,
      defaultCountry,
      now: world.now(),
      ...(author && { author }),
    })
    if (!agent) continue
    await onCreated(tx, agent)
    return agent
  }
  throw problem('resource.conflict', 409, { detail: `An agent with the id ${ids[0]} already exists` })
}

export function assertSupportedFramework(request: { framework?: unknown }): void {
  if (request.framework === undefined || request.framework === framework) return
  throw problem('agent.framework.invalid', 422, { errors: [{ field: 'framework', message: `must be ${framework}` }] })
}
