import { Alert, Fieldset, Grid, Group, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { IconClock, IconPlugConnectedX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { strings } from '#i18n/campaigns.ts'
import { strings as experimentTexts } from '#i18n/experiments.ts'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { type Campaign, countProcessed } from '../campaign.ts'
import { useReport } from '../report/useReport.ts'
import { addSample, computeCurrentRate, estimateSecondsLeft, type ProgressSample, toPastSamples } from './send-rate.ts'

const everyMs = 1_000

/** Samples the progress of a running campaign once a second while the page is open. */
function useProgressSamples(campaign: Campaign): ProgressSample[] {
  const [own, setSamples] = useState<ProgressSample[]>([])
  const rate = useReport(campaign).data?.rate
  const done = countProcessed(campaign)
  const isRunning = campaign.status === 'running'
  useEffect(() => {
    const take = () => setSamples((before) => addSample(before, { at: Date.now(), done }))
    take()
    if (!isRunning) return
    const timer = setInterval(take, everyMs)
    return () => clearInterval(timer)
  }, [done, isRunning])
  const [first] = own
  // The report is read after the first sample: what it tells of the time before the page was opened comes first.
  const [past, setPast] = useState<ProgressSample[]>()
  useEffect(() => {
    if (rate && first && past === undefined) setPast(toPastSamples(rate, first).filter(({ at }) => at < first.at))
  }, [rate, first, past])
  return [...(past ?? []), ...own]
}

const { live } = strings
const RatePlot = lazy(async () => ({ default: (await import('./RatePlot.tsx')).RatePlot }))

/** Progress of a running campaign: how much is done, the rate, the time left, and what it is waiting for. */
export function LiveProgress({ campaign, isLost }: { campaign: Campaign; isLost: boolean }) {
  const samples = useProgressSamples(campaign)
  return (
    <Stack>
      {isLost && (
        <Alert color="yellow" icon={<IconPlugConnectedX aria-hidden />} title={live.disconnected} role="status" />
      )}
      {campaign.status === 'paused' && (
        <Alert color="gray" icon={<IconClock aria-hidden />} title={strings.statuses.paused} role="status">
          {campaign.inFlight ? experimentTexts.inFlight(campaign.inFlight) : experimentTexts.noneInFlight}
        </Alert>
      )}
      {campaign.waiting && <WaitReason waiting={campaign.waiting} />}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <ProgressSummary campaign={campaign} samples={samples} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Fieldset legend={live.plot} h="100%">
            <Suspense fallback={<Skeleton h={140} />}>
              <RatePlot samples={samples} />
            </Suspense>
          </Fieldset>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

function WaitReason({ waiting: { reason, until } }: { waiting: NonNullable<Campaign['waiting']> }) {
  return (
    <Alert color="yellow" icon={<IconClock aria-hidden />} title={live.waiting} role="status">
      <Text size="sm">{strings.waits[reason]}</Text>
      {until && (
        <Text size="sm">
          {live.until} <Timestamp at={until} />
        </Text>
      )}
    </Alert>
  )
}

function ProgressSummary({ campaign, samples }: { campaign: Campaign; samples: ProgressSample[] }) {
  const { sendable } = campaign.counts
  const done = countProcessed(campaign)
  const rate = campaign.status === 'running' ? computeCurrentRate(samples) : undefined
  const left = estimateSecondsLeft(sendable - done, rate)
  const label = strings.progress(done, sendable)
  const leftSaid = left === undefined ? live.unknown : left === 0 ? live.done : live.timeLeft(strings.duration(left))
  return (
    <Paper withBorder p="lg" h="100%">
      <Stack gap="sm">
        <Group justify="space-between" align="baseline">
          <Text size="xl" fw={700} role="status">
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
          <Fact label={live.rate} value={rate === undefined ? live.unknown : live.perSecond(rate)} />
          <Fact label={live.left} value={leftSaid} />
          <Fact label={live.began} value={<Timestamp at={campaign.startedAt} />} />
        </Group>
      </Stack>
    </Paper>
  )
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
