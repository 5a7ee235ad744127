import { Alert, Button, Fieldset, Paper, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { strings } from '#i18n/campaigns.ts'
import { useCan } from '../../../app/current-org.ts'
import { StepActions } from '../../../components/FormActions.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import type { Campaign } from '../campaign.ts'
import type { ComposerStep } from '../campaign-search.ts'
import { ExperimentResults } from '../experiment/ExperimentResults.tsx'
import { TestSendButton } from '../experiment/TestSend.tsx'
import { useCampaignCommand } from '../useCampaign.ts'
import { ChannelTable } from './ChannelTable.tsx'
import { Funnel } from './Funnel.tsx'
import { RecipientPreviews } from './RecipientPreviews.tsx'
import { SendableBar } from './SendableBar.tsx'

const { staging: stagingNoticeTexts } = strings

/** Staging is in progress; it continues if the user leaves the page. */
function StagingNotice({ campaign: { staging } }: { campaign: Campaign }) {
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
          {stagingNoticeTexts.continues}
        </Text>
      </Stack>
    </Paper>
  )
}

const { checks, staging } = strings
type CampaignChecksProps = { campaign: Campaign; onStep: (step: ComposerStep) => void }

/** Shows who receives the campaign, who is left out and why, the expected duration, and sample messages. */
export function CampaignChecks({ campaign, onStep }: CampaignChecksProps) {
  const can = useCan('editor')
  const moving = useCampaignCommand(campaign.id, 'stage')
  if (campaign.staging || moving.isPending) return <StagingNotice campaign={campaign} />
  if (campaign.status === 'draft') return <NotStaged run={can ? () => moving.mutate() : undefined} />
  return (
    <Stack>
      {campaign.counts.sendable === 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={checks.nobody} />
      )}
      <SendableBar campaign={campaign} />
      <Fieldset legend={checks.funnel}>
        <Funnel campaign={campaign} />
      </Fieldset>
      <ChannelTable campaign={campaign} />
      <ExperimentResults campaign={campaign} />
      <Fieldset legend={checks.previews}>
        <RecipientPreviews campaign={campaign} />
      </Fieldset>
      <Text size="sm" className="quiet">
        {staging.at} <Timestamp at={campaign.stagedAt} />
      </Text>
      <StepActions
        back={
          <Button variant="default" onClick={() => onStep('audience')}>
            {strings.back}
          </Button>
        }
      >
        <TestSendButton campaign={campaign} />
        {can && (
          <Button variant="default" onClick={() => moving.mutate()}>
            {staging.again}
          </Button>
        )}
        <Button onClick={() => onStep(campaign.test ? 'start' : 'rehearse')}>{strings.next}</Button>
      </StepActions>
    </Stack>
  )
}

function NotStaged({ run }: { run: (() => void) | undefined }) {
  return (
    <Alert color="gray" title={staging.not}>
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{staging.notText}</Text>
        {run && (
          <Button size="sm" onClick={run}>
            {staging.run}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
