import { type Templates, updatesOf } from '@parley/definition'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Catalog } from '../catalogs/index.ts'
import { recent } from './definition/recent.ts'
import type { AgentDeps } from './deps.ts'
import { lintStored } from './portable/lint.ts'

export function templatesOf(catalog: Catalog): Templates {
  return {
    personality: (id) => catalog.find('personality-templates', id),
    objective: (id) => catalog.find('objective-templates', id),
    playbook: (id) => catalog.find('playbook-templates', id),
  }
}

/** What somebody who writes the definition may want to know without asking. */
export type DefinitionNews = { lintErrors: number; updates: number }
export type ReadNews = (db: Db, agent: AgentKey & { version: number }) => Promise<DefinitionNews>

const mostRemembered = 2000

/** Each version is looked through once a process. */
export function definitionNewsOf({ definitions, catalog }: Pick<AgentDeps, 'definitions' | 'catalog'>): ReadNews {
  const known = recent<number, DefinitionNews & { version: number }>(mostRemembered)
  const templates = templatesOf(catalog)
  return async (db, agent) => {
    const remembered = known.get(agent.key)
    if (remembered?.version === agent.version) return remembered
    const definition = await definitions.read(db, agent)
    const findings = await lintStored(definition, { catalog, db, agent })
    const news = {
      lintErrors: findings.filter(({ severity }) => severity === 'error').length,
      updates: updatesOf(definition, templates).filter(({ updateAvailable }) => updateAvailable).length,
    }
    known.set(agent.key, { ...news, version: agent.version })
    return news
  }
}
