import { Paper, Progress, Stack, Text } from '@mantine/core'
import { strings } from '#i18n/campaigns.ts'
import type { Campaign } from '../campaign.ts'

const { staging: stagingNoticeTexts } = strings

/** Everybody is being looked at; it goes on without this page. */
export function StagingNotice({ campaign: { staging } }: { campaign: Campaign }) {
  const { lookedAt = 0, expected } = staging ?? {}
  const text = expected ? stagingNoticeTexts.of(lookedAt, expected) : stagingNoticeTexts.seen(lookedAt)
  const part = expected ? Math.min(100, (lookedAt / expected) * 100) : 100
  return (
    <Paper withBorder p="lg" role="status">
      <Stack gap="xs">
        <Text fw={600}>{stagingNoticeTexts.title}</Text>
        <Progress value={part} animated size="lg" aria-label={text} />
        <Text size="sm">{text}</Text>
        <Text size="sm" className="quiet">
          {stagingNoticeTexts.goesOn}
        </Text>
      </Stack>
    </Paper>
  )
}
