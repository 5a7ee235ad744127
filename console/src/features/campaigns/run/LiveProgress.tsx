import { Alert, Fieldset, Grid, Group, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconClock, IconPlugConnectedX } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { strings } from '#i18n/campaigns.ts'
import { strings as experimentTexts } from '#i18n/experiments.ts'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { type Campaign, countProcessed } from '../campaign.ts'
import { useReport } from '../report/useReport.ts'

const { live } = strings
const RatePlot = lazy(async () => ({ default: (await import('./RatePlot.tsx')).RatePlot }))

/** Progress of a running campaign: how much is done, the rate, the time left, and what it is waiting for. */
export function LiveProgress({ campaign, isLost }: { campaign: Campaign; isLost: boolean }) {
  const report = useReport(campaign).data
  return (
    <Stack>
      {isLost && (
        <Alert color="yellow" icon={<IconPlugConnectedX aria-hidden />} title={live.disconnected} role="status" />
      )}
      {campaign.status === 'paused' && <PauseNotice campaign={campaign} />}
      {campaign.waiting && <WaitReason waiting={campaign.waiting} />}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <ProgressSummary campaign={campaign} sending={report?.sending} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Fieldset legend={live.plot} h="100%">
            <Suspense fallback={<Skeleton h={140} />}>
              {report ? <RatePlot report={report} /> : <Skeleton h={140} />}
            </Suspense>
          </Fieldset>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

/** A pause does not stop what is being dispatched. */
function PauseNotice({ campaign: { inFlight = 0, counts } }: { campaign: Campaign }) {
  const held = Math.max(0, counts.queued - inFlight)
  return (
    <Alert color="gray" icon={<IconClock aria-hidden />} title={strings.statuses.paused} role="status">
      <Text size="sm">{inFlight > 0 ? experimentTexts.inFlight(inFlight) : experimentTexts.noneInFlight}</Text>
      {held > 0 && <Text size="sm">{experimentTexts.held(held)}</Text>}
    </Alert>
  )
}

function WaitReason({ waiting: { reason, until } }: { waiting: NonNullable<Campaign['waiting']> }) {
  const isScheduled = reason === 'before_start'
  return (
    <Alert
      color={isScheduled ? 'blue' : 'yellow'}
      icon={<IconClock aria-hidden />}
      title={isScheduled ? live.scheduled : live.waiting}
      role="status"
    >
      <Text size="sm">{strings.waits[reason]}</Text>
      {until && (
        <Text size="sm">
          {isScheduled ? live.starts : live.until} <Timestamp at={until} />
        </Text>
      )}
    </Alert>
  )
}

type Sending = Schema<'CampaignReport'>['sending']
type ProgressSummaryProps = { campaign: Campaign; sending: Sending }

/** Counts and rate are the server's, so that they are the same after a reload and for everyone. */
function ProgressSummary({ campaign, sending }: ProgressSummaryProps) {
  const { sendable } = campaign.counts
  const done = countProcessed(campaign)
  const label = strings.progress(done, sendable)
  return (
    <Paper withBorder p="lg" h="100%">
      <Stack gap="sm">
        <Group justify="space-between" align="baseline">
          <Text size="xl" fw={600} role="status">
            {label}
          </Text>
          <Text fw={600}>{strings.percent(done, sendable)}</Text>
        </Group>
        <Progress
          value={sendable === 0 ? 0 : (done / sendable) * 100}
          size={18}
          animated={campaign.status === 'running' && !campaign.waiting}
          aria-label={label}
        />
        <Group gap="xl">
          <Fact label={live.rate} value={sending ? live.perSecond(sending.perSecond) : live.unknown} />
          <Fact label={live.left} value={describeTimeLeft(sending)} />
          <Fact label={live.began} value={<Timestamp at={campaign.startedAt} />} />
        </Group>
      </Stack>
    </Paper>
  )
}

function describeTimeLeft(sending: Sending): string {
  const { secondsLeft } = sending ?? {}
  if (secondsLeft === undefined) return live.unknown
  return secondsLeft === 0 ? live.done : live.timeLeft(strings.duration(secondsLeft))
}

function Fact({ label, value }: { label: string; value: React.ReactNode }) {
  return (
    <div>
      <Text size="sm" className="quiet">
        {label}
      </Text>
      <Text size="sm" fw={600} component="div">
        {value}
      </Text>
    </div>
  )
}
