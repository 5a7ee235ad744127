import { Group, Stack, Text } from '@mantine/core'
import { words } from '#words/campaigns.ts'
import { useGoals } from '../../outreach/shared/configuration.ts'
import type { Campaign } from '../campaign.ts'
import { useGoalsSince } from './useReport.ts'

const { report: said } = words

export function Goals({ campaign }: { campaign: Campaign }) {
  const reached = useGoalsSince(campaign).data
  const goals = useGoals().data
  if (!reached) return null
  return (
    <Stack gap="xs">
      <Text size="sm" className="quiet">
        {said.goalsHint}
      </Text>
      {reached.length === 0 && <Text size="sm">{said.noGoals}</Text>}
      {reached.map(({ goalId, count }) => (
        <Group key={goalId} justify="space-between" wrap="nowrap">
          <Text size="sm">{goals?.find(({ id }) => id === goalId)?.name ?? goalId}</Text>
          <Text size="sm" fw={600}>
            {words.number(count)}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
