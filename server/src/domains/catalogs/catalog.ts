import type { z } from 'zod'
import {
  AgentTemplate,
  CatalogEventType,
  CatalogTool,
  ChannelForm,
  GuardrailTemplate,
  ObjectiveTemplate,
  PersonalityTemplate,
  PlaybookTemplate,
  SkillTemplate,
} from './entry.ts'

export const entrySchemas = {
  'agent-templates': AgentTemplate,
  'playbook-templates': PlaybookTemplate,
  'skill-templates': SkillTemplate,
  'objective-templates': ObjectiveTemplate,
  'personality-templates': PersonalityTemplate,
  'guardrail-templates': GuardrailTemplate,
  tools: CatalogTool,
  channels: ChannelForm,
  'log-events': CatalogEventType,
  'webhook-events': CatalogEventType,
} as const

export type CatalogKind = keyof typeof entrySchemas
export type CatalogEntry<K extends CatalogKind> = z.infer<(typeof entrySchemas)[K]>
export type CatalogContent = { readonly [K in CatalogKind]: readonly CatalogEntry<K>[] }

export const catalogKinds = Object.keys(entrySchemas) as CatalogKind[]

/** Starter content, injected as a value so that a test can pass a newer version. */
export type Catalog = {
  list<K extends CatalogKind>(kind: K): readonly CatalogEntry<K>[]
  find<K extends CatalogKind>(kind: K, id: string): CatalogEntry<K> | undefined
}

/** Throws on a duplicate id within a kind or a reference to a missing entry, so content is validated at startup. */
export function createCatalog(content: CatalogContent): Catalog {
  const faults = [...findDuplicates(content), ...findDanglingReferences(content)]
  if (faults.length > 0) throw new Error(`the catalog is inconsistent: ${faults.join('; ')}`)
  const index = new Map(catalogKinds.map((kind) => [kind, new Map(content[kind].map((entry) => [entry.id, entry]))]))
  return {
    list: (kind) => content[kind],
    find: <K extends CatalogKind>(kind: K, id: string) => index.get(kind)?.get(id) as CatalogEntry<K> | undefined,
  }
}

export function isCatalogKind(word: string): word is CatalogKind {
  return Object.hasOwn(entrySchemas, word)
}

function findDuplicates(content: CatalogContent): string[] {
  return catalogKinds.flatMap((kind) => {
    const ids = content[kind].map(({ id }) => id)
    return ids.filter((id, at) => ids.indexOf(id) < at).map((id) => `${kind} contains ${id} twice`)
  })
}

type Reference = { from: string; to: string; kind: CatalogKind }

function findDanglingReferences(content: CatalogContent): string[] {
  const known = new Set(catalogKinds.flatMap((kind) => content[kind].map(({ id }) => `${kind} ${id}`)))
  return collectReferences(content)
    .filter(({ kind, to }) => !known.has(`${kind} ${to}`))
    .map(({ from, to, kind }) => `${from} refers to ${to}, which is not in ${kind}`)
}

function collectReferences(content: CatalogContent): Reference[] {
  const from = (id: string, kind: CatalogKind, ids: readonly string[] = []): Reference[] =>
    ids.map((to) => ({ from: id, to, kind }))
  return [
    ...content['agent-templates'].flatMap((agent) => [
      ...from(agent.id, 'playbook-templates', agent.playbookTemplateIds),
      ...from(agent.id, 'personality-templates', agent.personalityTemplateId ? [agent.personalityTemplateId] : []),
      ...from(agent.id, 'objective-templates', agent.objectiveTemplateIds),
      ...from(agent.id, 'guardrail-templates', agent.guardrailTemplateIds),
      ...from(agent.id, 'skill-templates', agent.skillTemplateIds),
      ...from(agent.id, 'tools', agent.recommendedToolIds),
    ]),
    ...content['playbook-templates'].flatMap(({ id, derivedSkillTemplateIds }) =>
      from(id, 'skill-templates', derivedSkillTemplateIds),
    ),
    ...content['skill-templates'].flatMap(({ id, requiredTools }) => from(id, 'tools', requiredTools)),
  ]
}
