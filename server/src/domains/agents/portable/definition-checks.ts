import { type AgentDefinition, lintDefinition, lintDocument, listUpdates, type Templates } from '@parley/definition'
import { type Finding, LruCache } from '@parley/findings'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Catalog } from '../../catalogs/index.ts'
import type { AgentDeps } from '../deps.ts'
import { listMediaIds } from '../media/queries.ts'
import { parseSentDocument, type SentDocument } from '../routes/sent-document.ts'
import { createLintContext } from '../tools/definition-environment.ts'
import { isLarge, isLargeDefinition, type LintContext, runDocumentInThread } from './document-thread-client.ts'

type LintDeps = Pick<AgentDeps, 'catalog' | 'secrets' | 'readToolGrants'>
type LintScope = LintDeps & { db: Db; agent: AgentKey }

/** Returns all findings of a stored definition; lints a large one in a worker thread. */
export async function lintStored(definition: AgentDefinition, place: LintScope): Promise<Finding[]> {
  const context = await readLintContext(place)
  if (!isLargeDefinition(definition)) return lintDefinition(definition, createLintContext(place.catalog, context))
  return runDocumentInThread({ kind: 'lint', definition: JSON.stringify(definition), ...context })
}

/** Returns the findings of the definition that importing a document would produce. */
export async function lintSentDocument(
  stored: AgentDefinition,
  sent: SentDocument,
  place: LintScope & { now: string },
): Promise<Finding[]> {
  const { catalog, now } = place
  const context = await readLintContext(place)
  if (!isLarge(sent.bytes.length) && !isLargeDefinition(stored)) {
    return lintDocument(stored, parseSentDocument(sent), { ...createLintContext(catalog, context), now })
  }
  return runDocumentInThread({ kind: 'lintDocument', definition: JSON.stringify(stored), now, ...sent, ...context })
}

async function readLintContext({ catalog, secrets, readToolGrants, db, agent }: LintScope): Promise<LintContext> {
  const mediaIds = [...(await listMediaIds(db, agent))]
  const { names: setSecrets } = await secrets.states(db, agent)
  return { tools: catalog.list('tools'), mediaIds, setSecrets, grants: await readToolGrants(db, agent) }
}

export function templatesOfCatalog(catalog: Catalog): Templates {
  return {
    personality: (id) => catalog.find('personality-templates', id),
    objective: (id) => catalog.find('objective-templates', id),
    playbook: (id) => catalog.find('playbook-templates', id),
  }
}

/** Problems and updates that the console shows to the authors of a definition. */
type DefinitionAlerts = { lintErrors: number; updates: number }
type ReadDefinitionAlerts = (db: Db, agent: AgentKey & { version: number }) => Promise<DefinitionAlerts>

const maxCachedVersions = 2000

/** Computes the alerts of each definition version once per process. */
export function createReadDefinitionAlerts(deps: LintDeps & Pick<AgentDeps, 'definitions'>): ReadDefinitionAlerts {
  const { definitions, catalog } = deps
  const known = new LruCache<number, DefinitionAlerts & { version: number }>(maxCachedVersions)
  const templates = templatesOfCatalog(catalog)
  return async (db, agent) => {
    const remembered = known.get(agent.key)
    if (remembered?.version === agent.version) return remembered
    const definition = await definitions.read(db, agent)
    const findings = await lintStored(definition, { ...deps, db, agent })
    const news = {
      lintErrors: findings.filter(({ severity }) => severity === 'error').length,
      updates: listUpdates(definition, templates).filter(({ updateAvailable }) => updateAvailable).length,
    }
    known.set(agent.key, { ...news, version: agent.version })
    return news
  }
}
