import { Fieldset, Grid, Group, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { words } from '#words/campaigns.ts'
import { Loading } from '../../../parts/Loading.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { When } from '../../../parts/When.tsx'
import { type Campaign, isOver } from '../campaign.ts'
import { Counters } from './Counters.tsx'
import { CsvButton } from './CsvButton.tsx'
import { Goals } from './Goals.tsx'
import { overTime } from './over-time.ts'
import { Reasons } from './Reasons.tsx'
import { useNewestSends, useReport } from './useReport.ts'

const { report: said, live } = words
const StatesChart = lazy(async () => ({ default: (await import('./charts.tsx')).StatesChart }))
const OverTimeChart = lazy(async () => ({ default: (await import('./charts.tsx')).OverTimeChart }))

/** What became of everybody in the audience. */
export function Report({ campaign }: { campaign: Campaign }) {
  const report = useReport(campaign)
  if (report.error) return <Trouble error={report.error} retry={report.refetch} />
  if (!report.data) return <Loading />
  const { states, reasons } = report.data
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" className="quiet">
          {isOver(campaign) && (
            <>
              {live.began} <When at={campaign.startedAt} /> · {live.ended} <When at={campaign.endedAt} />
            </>
          )}
        </Text>
        <CsvButton campaign={campaign} />
      </Group>
      <Counters campaign={campaign} states={states} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Fieldset legend={said.funnel} h="100%">
            <Suspense fallback={<Skeleton h={240} />}>
              <StatesChart total={campaign.counts.total} sendable={campaign.counts.sendable} states={states} />
            </Suspense>
          </Fieldset>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Fieldset legend={said.reasons} h="100%">
            <Reasons campaign={campaign} reasons={reasons} />
          </Fieldset>
        </Grid.Col>
        {!campaign.test && <Answers campaign={campaign} />}
      </Grid>
    </Stack>
  )
}

function Answers({ campaign }: { campaign: Campaign }) {
  const sends = useNewestSends(campaign).data
  const points = overTime(sends ?? [])
  const isAll = !sends || sends.length >= campaign.counts.sent
  return (
    <>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Fieldset legend={said.overTime} h="100%">
          {points.length === 0 ? (
            <Text size="sm">{said.nothing}</Text>
          ) : (
            <Suspense fallback={<Skeleton h={260} />}>
              <OverTimeChart points={points} />
            </Suspense>
          )}
          {!isAll && (
            <Text size="sm" className="quiet">
              {said.sample(sends.length)}
            </Text>
          )}
        </Fieldset>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Fieldset legend={said.goals} h="100%">
          <Goals campaign={campaign} />
          {sends && (
            <Text size="sm" mt="md" fw={500}>
              {said.replies(sends.filter(({ respondedAt }) => respondedAt).length, sends.length)}
            </Text>
          )}
        </Fieldset>
      </Grid.Col>
    </>
  )
}
