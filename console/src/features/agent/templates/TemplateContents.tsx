import { Group, List, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/agent.ts'
import { listTemplateContents } from './template-contents.ts'
import { useTemplatePieces } from './useTemplatePieces.ts'

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
