import { Fieldset, Grid, Group, Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { recipientStates } from '@parley/definition/vocabulary'
import type { Schema } from '@parley/sdk'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { strings } from '#i18n/campaigns.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { useGoals } from '../../outreach/shared/outreach-config.ts'
import { type Campaign, isCampaignOver } from '../campaign.ts'
import { ExperimentResults } from '../experiment/ExperimentResults.tsx'
import { describeExclusion } from '../recipients/Recipients.tsx'
import { CsvButton } from './CsvButton.tsx'
import classes from './counters.module.css'

import { useGoalsSince, useReport } from './useReport.ts'

const { report: failureReasonsTexts } = strings

const reasonColumns: DataColumn<[reason: string, count: number]>[] = [
  { id: 'reason', label: failureReasonsTexts.reason, cell: ([reason]) => describeExclusion(reason) },
  { id: 'count', label: failureReasonsTexts.count, align: 'right', cell: ([, count]) => strings.number(count) },
]

/** Failure reasons, most frequent first; each opens the list of affected people. */
function FailureReasons({ campaign, reasons }: { campaign: Campaign; reasons: Record<string, number> }) {
  const routeIds = useRouteIds()
  return (
    <DataTable
      label={failureReasonsTexts.reasons}
      columns={reasonColumns}
      rows={Object.entries(reasons).sort(([, a], [, b]) => b - a)}
      rowId={([reason]) => reason}
      linkOf={([reason]) => ({
        to: '/orgs/$org/agents/$agent/campaigns/$campaignId',
        params: { ...routeIds, campaignId: campaign.id },
        search: { tab: 'recipients', reason },
      })}
      empty={<Text size="sm">{failureReasonsTexts.noReasons}</Text>}
    />
  )
}

const { report: goalsReachedListTexts } = strings

function GoalsReachedList({ campaign }: { campaign: Campaign }) {
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

type States = Schema<'CampaignReport'>['states']
const shownStates = ['sent', 'delivered', 'read', 'queued', 'failed', 'suppressed', 'cancelled', 'excluded'] as const
type ShownState = (typeof shownStates)[number] | 'held_out'

/** The count of each state; a state links to the list if the list can filter by it. */
function Counters({ campaign, states }: { campaign: Campaign; states: States }) {
  const count = (key: ShownState) => (key === 'queued' ? states.queued + states.sending : (states[key] ?? 0))
  const shown: ShownState[] = states.held_out === undefined ? [...shownStates] : [...shownStates, 'held_out']
  return (
    <SimpleGrid cols={{ base: 2, xs: 4, lg: shown.length }} spacing="xs">
      {shown.map((key) => (
        <Counter key={key} campaign={campaign} name={key} value={count(key)} />
      ))}
    </SimpleGrid>
  )
}

function Counter({ campaign, name, value }: { campaign: Campaign; name: ShownState; value: number }) {
  const routeIds = useRouteIds()
  const state = recipientStates.find((one) => one === name)
  const card = (
    <Paper withBorder p="sm" h="100%">
      <Text size="xl" fw={600} lh={1.1}>
        {strings.number(value)}
      </Text>
      <Text size="sm" className="quiet">
        {strings.counters[name]}
      </Text>
    </Paper>
  )
  if (!state) return card
  return (
    <Link
      to="/orgs/$org/agents/$agent/campaigns/$campaignId"
      params={{ ...routeIds, campaignId: campaign.id }}
      search={{ tab: 'recipients', state }}
      className={classes.link}
    >
      {card}
    </Link>
  )
}

const { report: texts, live } = strings
const StatesChart = lazy(async () => ({ default: (await import('./charts.tsx')).StatesChart }))
const OverTimeChart = lazy(async () => ({ default: (await import('./charts.tsx')).OverTimeChart }))

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
      <ExperimentResults campaign={campaign} report={report.data} />
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
        {!campaign.test && <ReplySummary campaign={campaign} timeline={report.data.timeline} />}
      </Grid>
    </Stack>
  )
}

type ReplySummaryProps = { campaign: Campaign; timeline: Schema<'CampaignReport'>['timeline'] }

/** Every send of the campaign counts. */
function ReplySummary({ campaign, timeline = [] }: ReplySummaryProps) {
  const points = timeline.map(({ at, ...counts }) => ({ at: Date.parse(at), ...counts }))
  const last = points.at(-1)
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
        </Fieldset>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Fieldset legend={texts.goals} h="100%">
          <GoalsReachedList campaign={campaign} />
          {last && (
            <Text size="sm" mt="md" fw={500}>
              {texts.replies(last.replied, last.sent)}
            </Text>
          )}
        </Fieldset>
      </Grid.Col>
    </>
  )
}
