import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type AgentDefinition,
  applyChangeIncrementally,
  type DefinitionEdit,
  type DefinitionEnvironment,
  measureDefinition,
  measureIncrementally,
} from '@parley/definition'
import { LruCache } from '@parley/findings'
import { runYielding } from '../../../platform/concurrency/concurrency.ts'
import type { Db } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import { deleteOrphanedSecrets } from '../secrets/secrets.ts'
import { maxCachedDefinitions } from './cache-capacity.ts'
import type { PathStyle } from './error-paths.ts'
import type { DefinitionListener } from './listener.ts'
import { loadDefinition, lockVersion, storeDefinition, type VersionedDefinition } from './queries.ts'
import { mapRefusalsToProblems } from './refusals.ts'

export type DefinitionDeps = {
  environment: DefinitionEnvironment
  announce: Announce
  listeners: readonly DefinitionListener[]
}

export type LockedDefinition = VersionedDefinition

export type DefinitionWrite = { locked: LockedDefinition; edit: DefinitionEdit; world: World; pathStyle?: PathStyle }

export type Definitions = {
  read(db: Db, agent: AgentKey): Promise<AgentDefinition>
  /** For a route's `find`: returns undefined when the agent no longer exists. */
  lock(tx: Db, agent: AgentKey): Promise<LockedDefinition | undefined>
  /** Every configuration write goes through here, whatever the route. */
  write(tx: Db, agent: AgentKey, write: DefinitionWrite): Promise<AgentDefinition>
}

/** The data cached with a definition (texts, references) grows with its size. */
const weightOf = ({ definition }: VersionedDefinition): number => 1 + measureDefinition(definition) / 50_000

/**
 * Reads and writes definitions. Each version is loaded once per process: the version is read with the agent, so a stale
 * copy is detected.
 */
export function createDefinitions({ environment, announce, listeners }: DefinitionDeps): Definitions {
  const known = new LruCache<number, VersionedDefinition>(maxCachedDefinitions, weightOf)

  async function versioned(
    db: Db,
    agent: AgentKey,
    version: number | undefined,
  ): Promise<VersionedDefinition | undefined> {
    const remembered = known.get(agent.key)
    if (remembered && remembered.version === version) return remembered
    const loaded = await loadDefinition(db, agent)
    // Measures the size now, yielding to other work, because the cache asks for it synchronously later.
    if (loaded) await runYielding(measureIncrementally(loaded.definition))
    return loaded
  }

  return {
    async read(db, agent) {
      const found = await versioned(db, agent, agent.version)
      if (!found) throw notFound()
      // Caches only committed definitions, read through the pool. A transaction's own uncommitted view is never cached.
      if (!db.isTransaction && found.version === agent.version) known.set(agent.key, found)
      return found.definition
    },
    async lock(tx, agent) {
      const version = await lockVersion(tx, agent)
      return version === undefined ? undefined : versioned(tx, agent, version)
    },
    async write(tx, agent, { locked, edit, world, pathStyle = 'document' }) {
      const before = locked.definition
      const steps = applyChangeIncrementally(before, edit, environment)
      const { definition, changed } = await mapRefusalsToProblems(pathStyle, () => runYielding(steps))
      if (changed.length === 0) return definition
      // Validating and writing a large definition each take a while: yields to other work in between.
      await nextTurn()
      const remember = (stored: VersionedDefinition) => known.set(agent.key, stored)
      const version = await storeDefinition(tx, agent, { definition, changed, now: world.now(), cache: remember })
      for (const listen of [deleteOrphanedSecrets, ...listeners])
        await listen(tx, agent, { before, definition, changed })
      const data = { agentId: agent.id, version, sections: changed }
      await announce(tx, { orgId: agent.orgId, type: 'agent.updated', data })
      return definition
    },
  }
}
