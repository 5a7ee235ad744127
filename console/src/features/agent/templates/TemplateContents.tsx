import { Group, List, Stack, Text } from '@mantine/core'
import type { TemplateContent } from '@parley/definition'
import type { Schema } from '@parley/sdk'
import { useMemo } from 'react'
import { strings } from '#i18n/agent.ts'
import { useCatalog } from '../../../api/lookups.ts'

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

/** All building blocks of agent templates; undefined until every one is loaded. */
export function useTemplatePieces() {
  const playbooks = useCatalog('playbook-templates').data
  const personalities = useCatalog('personality-templates').data
  const objectives = useCatalog('objective-templates').data
  const guardrails = useCatalog('guardrail-templates').data
  const tools = useCatalog('tools').data
  return useMemo(() => {
    if (!playbooks || !personalities || !objectives || !guardrails || !tools) return undefined
    return { playbooks, personalities, objectives, guardrails, tools }
  }, [playbooks, personalities, objectives, guardrails, tools])
}

const { templates: texts } = strings
type Template = Schema<'AgentTemplate'>

export function TemplateSummary({ template }: { template: Template }) {
  const counts = [
    texts.counts.playbooks(template.playbookTemplateIds?.length ?? 0),
    texts.counts.goals(template.goals?.goals.length ?? 0),
    texts.counts.guardrails(template.guardrailTemplateIds?.length ?? 0),
  ]
  return (
    <Text size="xs" className="quiet">
      {counts.filter(Boolean).join(' · ')}
    </Text>
  )
}

export function TemplateContents({ template }: { template: Template }) {
  const pieces = useTemplatePieces()
  if (!pieces) return null
  return (
    <Stack gap="xs">
      {listTemplateContents(template, pieces, pieces.tools).map(({ kind, names }) => (
        <Group key={kind} align="flex-start" gap="sm" wrap="nowrap">
          <Text size="sm" fw={600} w={130} style={{ flexShrink: 0 }}>
            {texts.kinds[kind]}
          </Text>
          <List size="sm" listStyleType="none">
            {names.map((name) => (
              <List.Item key={name}>{name}</List.Item>
            ))}
          </List>
        </Group>
      ))}
    </Stack>
  )
}
