import { Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { strings } from '#i18n/campaigns.ts'
import type { Campaign } from '../campaign.ts'

const { checks } = strings

/** Share of the audience that will receive the campaign. */
export function SendableBar({ campaign: { counts } }: { campaign: Pick<Campaign, 'counts'> }) {
  const { total, sendable, excluded } = counts
  const label = checks.bar(sendable, total)
  const part = total === 0 ? 0 : (sendable / total) * 100
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Group gap="xl">
          <Figure value={sendable} label={checks.sendable} />
          <Figure value={excluded} label={checks.excluded} />
          <Figure value={total} label={checks.total} />
        </Group>
        <Progress value={part} size={18} aria-label={label} />
        <Text size="sm" className="quiet">
          {label}
        </Text>
      </Stack>
    </Paper>
  )
}

function Figure({ value, label }: { value: number; label: string }) {
  return (
    <div>
      <Text size="xl" fw={600} lh={1.1}>
        {strings.number(value)}
      </Text>
      <Text size="sm" className="quiet">
        {label}
      </Text>
    </div>
  )
}
