import { listUpdates, type Templates } from '@parley/definition'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Catalog } from '../catalogs/index.ts'
import { createWeightedLru } from './definition/weighted-lru.ts'
import type { AgentDeps } from './deps.ts'
import { lintStored } from './portable/lint.ts'

export function templatesOfCatalog(catalog: Catalog): Templates {
  return {
    personality: (id) => catalog.find('personality-templates', id),
    objective: (id) => catalog.find('objective-templates', id),
    playbook: (id) => catalog.find('playbook-templates', id),
  }
}

/** Problems and updates that the console shows to the authors of a definition. */
export type DefinitionAlerts = { lintErrors: number; updates: number }
export type ReadDefinitionAlerts = (db: Db, agent: AgentKey & { version: number }) => Promise<DefinitionAlerts>

const maxCachedVersions = 2000

/** Computes the alerts of each definition version once per process. */
export function createReadDefinitionAlerts({
  definitions,
  catalog,
}: Pick<AgentDeps, 'definitions' | 'catalog'>): ReadDefinitionAlerts {
  const known = createWeightedLru<number, DefinitionAlerts & { version: number }>(maxCachedVersions)
  const templates = templatesOfCatalog(catalog)
  return async (db, agent) => {
    const remembered = known.get(agent.key)
    if (remembered?.version === agent.version) return remembered
    const definition = await definitions.read(db, agent)
    const findings = await lintStored(definition, { catalog, db, agent })
    const news = {
      lintErrors: findings.filter(({ severity }) => severity === 'error').length,
      updates: listUpdates(definition, templates).filter(({ updateAvailable }) => updateAvailable).length,
    }
    known.set(agent.key, { ...news, version: agent.version })
    return news
  }
}
