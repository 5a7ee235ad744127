import { Paper, Progress, Stack, Text } from '@mantine/core'
import { words } from '#words/campaigns.ts'
import type { Campaign } from '../campaign.ts'

const { staging: said } = words

/** Everybody is being looked at; it goes on without this page. */
export function Staging({ campaign: { staging } }: { campaign: Campaign }) {
  const { lookedAt = 0, expected } = staging ?? {}
  const text = expected ? said.of(lookedAt, expected) : said.seen(lookedAt)
  const part = expected ? Math.min(100, (lookedAt / expected) * 100) : 100
  return (
    <Paper withBorder p="lg" role="status">
      <Stack gap="xs">
        <Text fw={600}>{said.title}</Text>
        <Progress value={part} animated size="lg" aria-label={text} />
        <Text size="sm">{text}</Text>
        <Text size="sm" className="quiet">
          {said.goesOn}
        </Text>
      </Stack>
    </Paper>
  )
}
