import { Group, Stack, Text } from '@mantine/core'
import { strings } from '#i18n/campaigns.ts'
import { useGoals } from '../../outreach/shared/outreach-config.ts'
import type { Campaign } from '../campaign.ts'
import { useGoalsSince } from './useReport.ts'

const { report: goalsReachedListTexts } = strings

export function GoalsReachedList({ campaign }: { campaign: Campaign }) {
  const reached = useGoalsSince(campaign).data
  const goals = useGoals().data
  if (!reached) return null
  return (
    <Stack gap="xs">
      <Text size="sm" className="quiet">
        {goalsReachedListTexts.goalsHint}
      </Text>
      {reached.length === 0 && <Text size="sm">{goalsReachedListTexts.noGoals}</Text>}
      {reached.map(({ goalId, count }) => (
        <Group key={goalId} justify="space-between" wrap="nowrap">
          <Text size="sm">{goals?.find(({ id }) => id === goalId)?.name ?? goalId}</Text>
          <Text size="sm" fw={600}>
            {strings.number(count)}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
