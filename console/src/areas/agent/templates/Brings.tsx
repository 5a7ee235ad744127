import { Group, List, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { words } from '#words/agent.ts'
import { broughtBy } from './brings.ts'
import { usePieces } from './usePieces.ts'

const { templates: said } = words
type Template = Schema<'AgentTemplate'>

/** What a template brings, in a line. */
export function BringsShortly({ template }: { template: Template }) {
  const counts = [
    said.counts.playbooks(template.playbookTemplateIds?.length ?? 0),
    said.counts.goals(template.goals?.goals.length ?? 0),
    said.counts.guardrails(template.guardrailTemplateIds?.length ?? 0),
  ]
  return (
    <Text size="xs" className="quiet">
      {counts.filter(Boolean).join(' · ')}
    </Text>
  )
}

/** The same by name. */
export function BringsAll({ template }: { template: Template }) {
  const pieces = usePieces()
  if (!pieces) return null
  return (
    <Stack gap="xs">
      {broughtBy(template, pieces, pieces.tools).map(({ kind, names }) => (
        <Group key={kind} align="flex-start" gap="sm" wrap="nowrap">
          <Text size="sm" fw={600} w={130} style={{ flexShrink: 0 }}>
            {said.kinds[kind]}
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
