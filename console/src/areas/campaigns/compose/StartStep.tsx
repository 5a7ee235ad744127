import { Alert, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { words } from '#words/campaigns.ts'
import { useCan } from '../../../app/org.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { useOutreaches } from '../../outreach/shared/configuration.ts'
import type { Campaign } from '../campaign.ts'
import { Estimates } from '../checks/Estimates.tsx'
import { useCampaignHours } from '../hours.ts'
import type { Step } from '../search.ts'
import { useMoving } from '../useCampaign.ts'

const { start, checks } = words

/** The last look; nothing starts without typing how many will get it. */
export function StartStep({ campaign, onStep }: { campaign: Campaign; onStep: (step: Step) => void }) {
  const can = useCan('editor')
  const outreach = useOutreaches().data?.find(({ id }) => id === campaign.outreachId)
  const hours = useCampaignHours(campaign)
  const { sendable } = campaign.counts
  if (campaign.status === 'draft') return <First onStep={onStep} />
  if (sendable === 0) return <Alert color="yellow" title={checks.nobody} />
  return (
    <Paper withBorder p="lg">
      <Stack>
        <Title order={2} size="h3">
          {start.ready(sendable)}
        </Title>
        <Text>{campaign.test ? start.rehearsal : start.text}</Text>
        <List size="sm" spacing={4}>
          <List.Item>{`${start.outreach}: ${outreach?.name ?? campaign.outreachId}`}</List.Item>
          <List.Item>{`${start.window}: ${hours}`}</List.Item>
          <Estimates campaign={campaign} />
        </List>
        <Group justify="space-between">
          <Button variant="default" onClick={() => onStep('checks')}>
            {words.back}
          </Button>
          {can && <StartButton campaign={campaign} />}
        </Group>
      </Stack>
    </Paper>
  )
}

function StartButton({ campaign: { id, name, counts } }: { campaign: Campaign }) {
  const starting = useMoving(id, 'start', start.started)
  const ask = async () => {
    const { sendable } = counts
    const question = { title: start.title(name), text: start.confirm(sendable), ok: start.button }
    if (await confirm({ ...question, phrase: String(sendable) })) starting.mutate()
  }
  return (
    <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={ask} loading={starting.isPending}>
      {start.button}
    </Button>
  )
}

function First({ onStep }: { onStep: (step: Step) => void }) {
  return (
    <Alert color="gray" title={start.first}>
      <Button size="sm" onClick={() => onStep('checks')}>
        {words.steps.checks}
      </Button>
    </Alert>
  )
}
