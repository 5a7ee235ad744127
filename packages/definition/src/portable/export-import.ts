import { ChangeRejectedError } from '../change-rejected.ts'
import {
  type AgentDefinition,
  type SectionName,
  sectionNames,
  sectionPaths,
  sectionsOmittedWhenEmpty,
} from '../definition.ts'
import { stampFacts } from '../facts.ts'
import { isSameToolSource, type ToolListing } from '../integration-tools.ts'
import type { IntegrationDef, ServiceIntegration } from '../integrations.ts'
import { replaceLocations } from '../locations/edits.ts'
import { memoize } from '../memoize.ts'
import { readOpenapi } from '../openapi/read-openapi.ts'
import { importOutreaches } from '../outreach/edits.ts'
import { importPlaybooks } from '../playbooks/edits.ts'
import { applyThings, type GeocodedPlaces } from '../things/edits.ts'
import type { ImportDocument } from './document.ts'

export function listImportSections(document: ImportDocument): { applied: string[]; skipped: string[] } {
  const carried = (name: SectionName) => valueAt(document, sectionPaths[name]) !== undefined
  const listed = sectionNames.filter((name) => carried(name) || !sectionsOmittedWhenEmpty.has(name))
  const { applied = [], skipped = [] } = Object.groupBy(listed, (name) => (carried(name) ? 'applied' : 'skipped'))
  const paths = (names: SectionName[]) => names.map((name) => sectionPaths[name].join('.'))
  return { applied: paths(applied), skipped: paths(skipped) }
}

type ImportContext = {
  now: string
  places: GeocodedPlaces
  listings?: ReadonlyMap<string, ToolListing>
  /** Country of phone numbers without a country code, unless the document or the agent names one. */
  country?: string | undefined
}

export function importSections(
  before: AgentDefinition,
  document: ImportDocument,
  given: ImportContext,
): AgentDefinition {
  const { capabilities = {}, integrations, outreach = {} } = document
  const { knowledge = {} } = capabilities
  const plain = definedOnly({
    identity: document.identity,
    personality: document.personality,
    objectives: document.objectives,
    standingInstructions: document.standingInstructions,
    guardrails: document.guardrails,
    rules: document.rules,
    messageTemplates: document.messageTemplates,
    toolBindings: document.toolBindings,
    collections: knowledge.collections,
    peopleFields: capabilities.people?.fields,
    locations: importedLocations(before, document, given),
    scheduling: capabilities.scheduling,
    notifications: capabilities.notifications,
    integrations: integrations?.custom && importIntegrations(integrations.custom, before.integrations, given),
    automatedOutreach: outreach.automated,
    sequences: outreach.sequences,
    sendingSettings: outreach.settings,
    agent: importedProfile(before, document),
    goals: importedGoals(document),
    facts: knowledge.facts && stampFacts(knowledge.facts, before.facts, given.now),
    things: knowledge.things && applyThings(knowledge.things, [], given.places, thingsPath),
  })
  const after = { ...before, ...plain } as AgentDefinition
  const withPlaybooks = document.playbooks ? { ...after, playbooks: importPlaybooks(document.playbooks, after) } : after
  return outreach.outreaches ? importOutreaches(before, withPlaybooks, outreach.outreaches) : withPlaybooks
}

/** Tools are not part of a document: those that were read before are kept, as long as their source is the same. */
function importIntegrations(
  sent: readonly IntegrationDef[],
  stored: readonly IntegrationDef[],
  { now, listings }: { now: string; listings?: ReadonlyMap<string, ToolListing> },
): IntegrationDef[] {
  return sent.map((integration, index) => {
    if (integration.kind === undefined) return integration
    const before = stored.find(({ id }) => id === integration.id)
    const kept = before?.kind !== undefined && isSameToolSource(before, integration) ? before.listing : undefined
    const listing = kept ?? listings?.get(integration.id) ?? readOwnDocument(integration, { now, index })
    return listing ? { ...integration, listing } : integration
  })
}

function readOwnDocument(
  integration: ServiceIntegration,
  { now, index }: { now: string; index: number },
): ToolListing | undefined {
  if (integration.kind !== 'openapi' || integration.document === undefined) return undefined
  const read = readOpenapi(integration.document, integration)
  if (read.ok) return { status: 'ok', refreshedAt: now, tools: read.tools, baseUrl: read.baseUrl }
  const at = `${sectionPaths.integrations.join('.')}[${index}]`
  const errors = read.errors.map(({ field, message }) => ({ field: `${at}.${field}`, message }))
  throw new ChangeRejectedError('request.invalid', { errors })
}

function withoutListing(integration: IntegrationDef): IntegrationDef {
  if (integration.kind === undefined) return integration
  const { listing: _, ...record } = integration
  return record
}

const thingsPath = sectionPaths.things.join('.')
const locationsPath = sectionPaths.locations.join('.')

function importedLocations(
  { agent, locations }: AgentDefinition,
  document: ImportDocument,
  { places, country }: ImportContext,
): AgentDefinition['locations'] | undefined {
  const sent = document.capabilities?.locations
  if (!sent) return undefined
  const own = document.agent ? document.agent.defaultCountry : agent.defaultCountry
  return replaceLocations(sent, locations, { places, country: own ?? country, path: locationsPath })
}

function importedProfile({ agent }: AgentDefinition, document: ImportDocument): AgentDefinition['agent'] | undefined {
  if (!document.agent) return undefined
  const { name = agent.name, description, defaultCountry, templateRef } = document.agent
  return definedOnly({ name, description, defaultCountry, templateRef }) as AgentDefinition['agent']
}

function importedGoals({ goals }: ImportDocument): AgentDefinition['goals'] | undefined {
  if (!goals) return undefined
  return goals.defaultGoal ? { goals: goals.goals, defaultGoal: goals.defaultGoal } : { goals: goals.goals }
}

function definedOnly<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, own]) => own !== undefined)) as Partial<T>
}

function valueAt(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document)
}

/** Every section at its path, in an order that never depends on how the definition was built. */
type ExportDocument = { exportVersion: 1 } & Record<string, unknown>

const exportVersion = 1

/** Memoized: one document per definition, so that its text is printed only once too. */
export const exportDocument = memoize((definition: AgentDefinition): ExportDocument => {
  const document: ExportDocument = { exportVersion }
  for (const name of sectionNames) {
    if (isOmitted(definition, name)) continue
    place(document, sectionPaths[name], inOrder(portable(definition, name)))
  }
  return document
})

const isOmitted = (definition: AgentDefinition, name: SectionName): boolean =>
  sectionsOmittedWhenEmpty.has(name) && (definition[name] as unknown[]).length === 0

function portable(definition: AgentDefinition, name: SectionName): unknown {
  if (name === 'agent') return { ...definition.agent, framework: 'v2' }
  if (name === 'integrations') return definition.integrations.map(withoutListing)
  if (name === 'facts') return definition.facts.map(({ updatedAt: _, ...fact }) => fact)
  return definition[name]
}

function place(document: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first, ...rest] = path as [string, ...string[]]
  if (rest.length === 0) {
    document[first] = value
    return
  }
  document[first] ??= {}
  place(document[first] as Record<string, unknown>, rest, value)
}

/** Keys that a reader looks for first; all others follow alphabetically. */
const leading = [
  'id',
  'key',
  'toolId',
  'goalId',
  'name',
  'label',
  'title',
  'question',
  'role',
  'kind',
  'type',
  'isDefault',
  'description',
  'whenToUse',
  'text',
  'body',
  'answer',
  'content',
]
const rank = new Map(leading.map((key, index) => [key, index]))

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, own]) => own !== undefined)
  return Object.fromEntries(entries.sort(byRank).map(([key, own]) => [key, inOrder(own)]))
}

function byRank([one]: [string, unknown], [other]: [string, unknown]): number {
  const difference = (rank.get(one) ?? leading.length) - (rank.get(other) ?? leading.length)
  return difference || (one < other ? -1 : 1)
}
