import { Group, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconAlertTriangle, IconBulb, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { strings } from '#i18n/app.ts'

export type Finding = Schema<'Finding'>
const icons = { error: IconCircleX, warning: IconAlertTriangle, advice: IconBulb, info: IconInfoCircle }
const colors = { error: 'red.8', warning: 'orange.9', advice: 'blue.8', info: 'blue.8' }

/** Lint findings for one field and everything below it; place it next to the field. */
export function Findings({ findings, path }: { findings: readonly Finding[]; path: string }) {
  const here = findings.filter((finding) => isSamePathOrBelow(finding.path, path))
  if (here.length === 0) return null
  return (
    <Stack gap={2} role="status">
      {here.map((finding) => (
        <FindingItem key={`${finding.path} ${finding.code}`} finding={finding} />
      ))}
    </Stack>
  )
}

export function FindingItem({ finding: { severity, message } }: { finding: Finding }) {
  const Icon = icons[severity]
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Text
        c={`light-dark(var(--mantine-color-${colors[severity].replace('.', '-')}), var(--mantine-color-${colors[severity].split('.')[0]}-4))`}
      >
        <Icon size={16} aria-label={strings.lint[severity]} />
      </Text>
      <Text size="sm">{message}</Text>
    </Group>
  )
}

export const isSamePathOrBelow = (path: string, above: string): boolean =>
  path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`)
