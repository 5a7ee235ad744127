import { Group, List, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useMemo } from 'react'
import { strings } from '#i18n/agent-templates.ts'
import { useCatalog } from '../../../api/lookups.ts'
import { listTemplateContents } from './template-contents.ts'

/** All building blocks of agent templates; undefined until every one is loaded. */
export function useTemplateBlocks() {
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
  const pieces = useTemplateBlocks()
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
