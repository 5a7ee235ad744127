import { Alert, Fieldset, Grid, Group, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { IconClock, IconPlugConnectedX } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { words } from '#words/campaigns.ts'
import { When } from '../../../parts/When.tsx'
import { type Campaign, doneOf } from '../campaign.ts'
import { rateOf, type Sample, secondsLeft } from './rate.ts'
import { useSamples } from './useSamples.ts'

const { live } = words
const RatePlot = lazy(async () => ({ default: (await import('./RatePlot.tsx')).RatePlot }))

/** A campaign on its way: how far, how fast, how long still, and what it waits for. */
export function Live({ campaign, isLost }: { campaign: Campaign; isLost: boolean }) {
  const samples = useSamples(campaign)
  return (
    <Stack>
      {isLost && <Alert color="yellow" icon={<IconPlugConnectedX aria-hidden />} title={live.lost} role="status" />}
      {campaign.waiting && <Waiting waiting={campaign.waiting} />}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <HowFar campaign={campaign} samples={samples} />
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

function Waiting({ waiting: { reason, until } }: { waiting: NonNullable<Campaign['waiting']> }) {
  return (
    <Alert color="yellow" icon={<IconClock aria-hidden />} title={live.waiting} role="status">
      <Text size="sm">{words.waits[reason]}</Text>
      {until && (
        <Text size="sm">
          {live.until} <When at={until} />
        </Text>
      )}
    </Alert>
  )
}

function HowFar({ campaign, samples }: { campaign: Campaign; samples: Sample[] }) {
  const { sendable } = campaign.counts
  const done = doneOf(campaign)
  const rate = campaign.status === 'running' ? rateOf(samples) : undefined
  const left = secondsLeft(sendable - done, rate)
  const label = words.progress(done, sendable)
  const leftSaid = left === undefined ? live.unknown : left === 0 ? live.done : live.leftSaid(words.duration(left))
  return (
    <Paper withBorder p="lg" h="100%">
      <Stack gap="sm">
        <Group justify="space-between" align="baseline">
          <Text size="xl" fw={700} role="status">
            {label}
          </Text>
          <Text fw={600}>{words.percent(done, sendable)}</Text>
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
          <Fact label={live.began} value={<When at={campaign.startedAt} />} />
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
