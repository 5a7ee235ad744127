import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AgentDefinition, changeInSteps, type Edit, type Outside, sizeInSteps, sizeOf } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import { inTurns } from '../../../platform/thread/in-turns.ts'
import type { World } from '../../../platform/world.ts'
import { forgetLostSecrets } from '../secrets/lost-secrets.ts'
import type { DefinitionListener } from './listener.ts'
import { loadDefinition, lockVersion, storeDefinition, type Versioned } from './queries.ts'
import { recent } from './recent.ts'
import { refusalsAsProblems } from './refusals.ts'
import type { Speech } from './speech.ts'
import { mostRemembered, versionOf } from './version.ts'

export type DefinitionDeps = {
  outside: Outside
  announce: Announce
  /** Those of other domains. */
  listeners: readonly DefinitionListener[]
}

/** A definition that nobody else can change until the transaction ends. */
export type Locked = Versioned

export type Write = { locked: Locked; edit: Edit; world: World; speech?: Speech }

export type Definitions = {
  read(db: Db, agent: AgentKey): Promise<AgentDefinition>
  /** For a route's `find`: undefined when the agent is gone. */
  lock(tx: Db, agent: AgentKey): Promise<Locked | undefined>
  /** Every write of configuration, whatever the route. */
  write(tx: Db, agent: AgentKey, write: Write): Promise<AgentDefinition>
}

/** What is remembered of a definition beside it (texts, references) grows with it. */
const weightOf = ({ definition }: Versioned): number => 1 + sizeOf(definition) / 50_000

/** Reads and writes of definitions; each version is loaded once a process, since the version is read with the agent. */
export function definitionsOf({ outside, announce, listeners }: DefinitionDeps): Definitions {
  const known = recent<number, Versioned>(mostRemembered, weightOf)

  async function versioned(db: Db, agent: AgentKey, version: number | undefined): Promise<Versioned | undefined> {
    const remembered = known.get(agent.key)
    if (remembered && remembered.version === version) return remembered
    const loaded = await loadDefinition(db, agent)
    // Its size is asked for later, in a turn that has other work.
    if (loaded) await inTurns(sizeInSteps(loaded.definition))
    return loaded
  }

  return {
    async read(db, agent) {
      const found = await versioned(db, agent, versionOf(agent))
      if (!found) throw notFound()
      // Read through the pool, so that it is committed; what a transaction sees of its own is not kept.
      if (!db.isTransaction && found.version === versionOf(agent)) known.set(agent.key, found)
      return found.definition
    },
    async lock(tx, agent) {
      const version = await lockVersion(tx, agent)
      return version === undefined ? undefined : versioned(tx, agent, version)
    },
    async write(tx, agent, { locked, edit, world, speech = 'document' }) {
      const before = locked.definition
      const steps = changeInSteps(before, edit, outside)
      const { definition, changed } = await refusalsAsProblems(speech, () => inTurns(steps))
      if (changed.length === 0) return definition
      // Judging a large definition and writing it out are two turns: others have theirs in between.
      await nextTurn()
      const remember = (stored: Versioned) => known.set(agent.key, stored)
      const version = await storeDefinition(tx, agent, { definition, changed, now: world.now(), remember })
      for (const listen of [forgetLostSecrets, ...listeners]) await listen(tx, agent, { before, definition, changed })
      const data = { agentId: agent.id, version, sections: changed }
      await announce(tx, { orgId: agent.orgId, type: 'agent.updated', data })
      return definition
    },
  }
}
