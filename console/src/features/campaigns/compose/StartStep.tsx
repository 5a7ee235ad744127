import { Alert, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { strings } from '#i18n/campaigns.ts'
import { useCan } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { useOutreaches } from '../../outreach/shared/outreach-config.ts'
import type { Campaign } from '../campaign.ts'
import type { ComposerStep } from '../campaign-search.ts'
import { Estimates } from '../checks/Estimates.tsx'
import { useSendHoursText } from '../send-hours.ts'
import { useCampaignCommand } from '../useCampaign.ts'

const { start, checks } = strings

/** The last look; nothing starts without typing how many will get it. */
export function StartStep({ campaign, onStep }: { campaign: Campaign; onStep: (step: ComposerStep) => void }) {
  const can = useCan('editor')
  const outreach = useOutreaches().data?.find(({ id }) => id === campaign.outreachId)
  const hours = useSendHoursText(campaign)
  const { sendable } = campaign.counts
  if (campaign.status === 'draft') return <FirstRecipient onStep={onStep} />
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
            {strings.back}
          </Button>
          {can && <StartButton campaign={campaign} />}
        </Group>
      </Stack>
    </Paper>
  )
}

function StartButton({ campaign: { id, name, counts } }: { campaign: Campaign }) {
  const starting = useCampaignCommand(id, 'start', start.started)
  const ask = async () => {
    const { sendable } = counts
    const question = { title: start.title(name), text: start.confirm(sendable), ok: start.button }
    if (await askConfirmation({ ...question, phrase: String(sendable) })) starting.mutate()
  }
  return (
    <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={ask} loading={starting.isPending}>
      {start.button}
    </Button>
  )
}

function FirstRecipient({ onStep }: { onStep: (step: ComposerStep) => void }) {
  return (
    <Alert color="gray" title={start.first}>
      <Button size="sm" onClick={() => onStep('checks')}>
        {strings.steps.checks}
      </Button>
    </Alert>
  )
}
