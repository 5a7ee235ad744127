import { Fieldset, Grid, Group, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { strings } from '#i18n/campaigns.ts'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { type Campaign, isCampaignOver } from '../campaign.ts'
import { Counters } from './Counters.tsx'
import { CsvButton } from './CsvButton.tsx'
import { GoalsReachedList } from './Goals.tsx'
import { FailureReasons } from './Reasons.tsx'
import { buildTimeline } from './send-timeline.ts'
import { useNewestSends, useReport } from './useReport.ts'

const { report: texts, live } = strings
const StatesChart = lazy(async () => ({ default: (await import('./charts.tsx')).StatesChart }))
const OverTimeChart = lazy(async () => ({ default: (await import('./charts.tsx')).OverTimeChart }))

/** What became of everybody in the audience. */
export function CampaignReportView({ campaign }: { campaign: Campaign }) {
  const report = useReport(campaign)
  if (report.error) return <ErrorAlert error={report.error} retry={report.refetch} />
  if (!report.data) return <Loading />
  const { states, reasons } = report.data
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" className="quiet">
          {isCampaignOver(campaign) && (
            <>
              {live.began} <Timestamp at={campaign.startedAt} /> · {live.ended} <Timestamp at={campaign.endedAt} />
            </>
          )}
        </Text>
        <CsvButton campaign={campaign} />
      </Group>
      <Counters campaign={campaign} states={states} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Fieldset legend={texts.funnel} h="100%">
            <Suspense fallback={<Skeleton h={240} />}>
              <StatesChart total={campaign.counts.total} sendable={campaign.counts.sendable} states={states} />
            </Suspense>
          </Fieldset>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Fieldset legend={texts.reasons} h="100%">
            <FailureReasons campaign={campaign} reasons={reasons} />
          </Fieldset>
        </Grid.Col>
        {!campaign.test && <ReplySummary campaign={campaign} />}
      </Grid>
    </Stack>
  )
}

function ReplySummary({ campaign }: { campaign: Campaign }) {
  const sends = useNewestSends(campaign).data
  const points = buildTimeline(sends ?? [])
  const isAll = !sends || sends.length >= campaign.counts.sent
  return (
    <>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Fieldset legend={texts.overTime} h="100%">
          {points.length === 0 ? (
            <Text size="sm">{texts.nothing}</Text>
          ) : (
            <Suspense fallback={<Skeleton h={260} />}>
              <OverTimeChart points={points} />
            </Suspense>
          )}
          {!isAll && (
            <Text size="sm" className="quiet">
              {texts.sample(sends.length)}
            </Text>
          )}
        </Fieldset>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Fieldset legend={texts.goals} h="100%">
          <GoalsReachedList campaign={campaign} />
          {sends && (
            <Text size="sm" mt="md" fw={500}>
              {texts.replies(sends.filter(({ respondedAt }) => respondedAt).length, sends.length)}
            </Text>
          )}
        </Fieldset>
      </Grid.Col>
    </>
  )
}
