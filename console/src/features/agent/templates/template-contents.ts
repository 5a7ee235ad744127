import type { TemplateContent } from '@parley/definition'
import type { Schema } from '@parley/sdk'

type AgentTemplate = Schema<'AgentTemplate'>
type TemplatePieces = {
  playbooks: readonly Schema<'PlaybookTemplate'>[]
  personalities: readonly Schema<'PersonalityTemplate'>[]
  objectives: readonly Schema<'ObjectiveTemplate'>[]
  guardrails: readonly Schema<'GuardrailTemplate'>[]
}

/** An agent template with the pieces that it names, as the server puts it together. */
export function assembleTemplate(template: AgentTemplate, pieces: TemplatePieces): TemplateContent {
  const { id, version, identityPreamble, standingInstructions, goals } = template
  const all = <T extends { id: string }>(ids: readonly string[] | undefined, entries: readonly T[]): T[] | undefined =>
    ids?.flatMap((one) => entries.find((entry) => entry.id === one) ?? [])
  return {
    id,
    version,
    identityPreamble,
    standingInstructions,
    goals,
    personality: pieces.personalities.find((one) => one.id === template.personalityTemplateId),
    playbooks: all(template.playbookTemplateIds, pieces.playbooks),
    objectives: all(template.objectiveTemplateIds, pieces.objectives),
    guardrails: all(template.guardrailTemplateIds, pieces.guardrails),
  } as TemplateContent
}

type Named = { id: string; name: string }
export type TemplateContentGroup = {
  kind: 'personality' | 'playbooks' | 'objectives' | 'guardrails' | 'goals' | 'instructions' | 'tools'
  names: string[]
}

/** What a template brings along, by name; kinds of which it has none are left out. */
export function listTemplateContents(
  template: AgentTemplate,
  pieces: { [K in keyof TemplatePieces]: readonly Named[] },
  tools: readonly Named[],
): TemplateContentGroup[] {
  const named = (ids: readonly string[] = [], entries: readonly Named[] = []) =>
    ids.map((id) => entries.find((entry) => entry.id === id)?.name ?? id)
  const all: TemplateContentGroup[] = [
    {
      kind: 'personality',
      names: named(template.personalityTemplateId ? [template.personalityTemplateId] : [], pieces.personalities),
    },
    { kind: 'playbooks', names: named(template.playbookTemplateIds, pieces.playbooks) },
    { kind: 'goals', names: template.goals?.goals.map(({ name }) => name) ?? [] },
    { kind: 'objectives', names: named(template.objectiveTemplateIds, pieces.objectives) },
    { kind: 'guardrails', names: named(template.guardrailTemplateIds, pieces.guardrails) },
    { kind: 'instructions', names: template.standingInstructions ?? [] },
    { kind: 'tools', names: named(template.recommendedToolIds, tools) },
  ]
  return all.filter(({ names }) => names.length > 0)
}

/** In the order of the catalog, those of one category side by side. */
export function sortByCategory(templates: readonly AgentTemplate[]): AgentTemplate[] {
  return Object.values(Object.groupBy(templates, ({ category }) => category ?? '')).flatMap((group) => group ?? [])
}
