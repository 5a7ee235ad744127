import type { TemplateContent } from '@parley/definition'
import type { Schema } from '@parley/sdk'

type AgentTemplate = Schema<'AgentTemplate'>
type TemplatePieces = {
  playbooks: readonly Schema<'PlaybookTemplate'>[]
  personalities: readonly Schema<'PersonalityTemplate'>[]
  objectives: readonly Schema<'ObjectiveTemplate'>[]
  guardrails: readonly Schema<'GuardrailTemplate'>[]
}

/** Resolves the pieces that an agent template refers to, as the server does. */
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
type TemplateContentGroup = {
  kind: 'personality' | 'playbooks' | 'objectives' | 'guardrails' | 'goals' | 'instructions' | 'tools'
  names: string[]
}

/** Lists the contents of a template by name; empty kinds are omitted. */
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

/** Groups templates by category, otherwise in catalog order. */
export function sortByCategory(templates: readonly AgentTemplate[]): AgentTemplate[] {
  return Object.values(Object.groupBy(templates, ({ category }) => category ?? '')).flatMap((group) => group ?? [])
}
