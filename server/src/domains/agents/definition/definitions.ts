import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type AgentDefinition,
  applyChangeIncrementally,
  type DefinitionEdit,
  type DefinitionEnvironment,
  measureDefinition,
  measureIncrementally,
} from '@parley/definition'
import { runYielding } from '../../../platform/concurrency/run-yielding.ts'
import type { Db } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import { deleteOrphanedSecrets } from '../secrets/orphaned-secrets.ts'
import type { PathStyle } from './error-paths.ts'
import type { DefinitionListener } from './listener.ts'
import { loadDefinition, lockVersion, storeDefinition, type VersionedDefinition } from './queries.ts'
import { mapRefusalsToProblems } from './refusals.ts'
import { definitionVersionOf, maxCachedDefinitions } from './version.ts'
import { createWeightedLru } from './weighted-lru.ts'

export type DefinitionDeps = {
  environment: DefinitionEnvironment
  announce: Announce
  /** Those of other domains. */
  listeners: readonly DefinitionListener[]
}

/** A definition that nobody else can change until the transaction ends. */
export type LockedDefinition = VersionedDefinition

export type DefinitionWrite = { locked: LockedDefinition; edit: DefinitionEdit; world: World; pathStyle?: PathStyle }

export type Definitions = {
  read(db: Db, agent: AgentKey): Promise<AgentDefinition>
  /** For a route's `find`: undefined when the agent is gone. */
  lock(tx: Db, agent: AgentKey): Promise<LockedDefinition | undefined>
  /** Every write of configuration, whatever the route. */
  write(tx: Db, agent: AgentKey, write: DefinitionWrite): Promise<AgentDefinition>
}

/** What is remembered of a definition beside it (texts, references) grows with it. */
const weightOf = ({ definition }: VersionedDefinition): number => 1 + measureDefinition(definition) / 50_000

/** Reads and writes of definitions; each version is loaded once a process, since the version is read with the agent. */
export function createDefinitions({ environment, announce, listeners }: DefinitionDeps): Definitions {
  const known = createWeightedLru<number, VersionedDefinition>(maxCachedDefinitions, weightOf)

  async function versioned(
    db: Db,
    agent: AgentKey,
    version: number | undefined,
  ): Promise<VersionedDefinition | undefined> {
    const remembered = known.get(agent.key)
    if (remembered && remembered.version === version) return remembered
    const loaded = await loadDefinition(db, agent)
    // Its size is asked for later, in a turn that has other work.
    if (loaded) await runYielding(measureIncrementally(loaded.definition))
    return loaded
  }

  return {
    async read(db, agent) {
      const found = await versioned(db, agent, definitionVersionOf(agent))
      if (!found) throw notFound()
      // Read through the pool, so that it is committed; what a transaction sees of its own is not kept.
      if (!db.isTransaction && found.version === definitionVersionOf(agent)) known.set(agent.key, found)
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
      // Judging a large definition and writing it out are two turns: others have theirs in between.
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
