import { Grid } from '@mantine/core'
import type { EmulatedChannel } from '@parley/amf/channels'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { strings } from '#i18n/test-runs.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { HandsetView } from '../../../components/handset/HandsetView.tsx'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { type TestResult, useResult, useSuite } from '../shared/test-data.ts'
import { testPaths } from '../shared/test-paths.ts'
import { StateBadge } from '../shared/Verdicts.tsx'
import { buildPinnedBubbles } from './result-transcript.ts'
import { VerdictPanel } from './VerdictPanel.tsx'

const Diff = lazy(async () => ({ default: (await import('./ResultDiff.tsx')).ResultDiff }))
const TurnRecords = lazy(async () => ({ default: (await import('./TurnRecords.tsx')).TurnRecords }))
const AsPlayed = lazy(async () => ({ default: (await import('./PlayedCaseText.tsx')).PlayedCaseText }))
const { result: texts } = strings

export function TestResultPage() {
  const { runId, resultId } = useParams({ from: testPaths.result })
  const { tab } = useSearch({ from: testPaths.result })
  const result = useResult(runId, resultId)
  if (result.error) return <ErrorAlert error={result.error} retry={result.refetch} />
  if (!result.data) return <Loading />
  const { caseTitle, state, sample, caseSnapshot } = result.data
  const isOne = sample === 1 && (caseSnapshot.samples ?? 1) === 1
  return (
    <PageLayout
      key={resultId}
      title={caseTitle}
      lead={isOne ? undefined : texts.samples(sample)}
      beside={<StateBadge state={state} />}
      actions={<Actions result={result.data} />}
    >
      <Tabs runId={runId} resultId={resultId} />
      <Suspense fallback={<Loading />}>
        {tab === undefined && <TranscriptTab result={result.data} />}
        {tab === 'diff' && <Diff result={result.data} />}
        {tab === 'turns' && <TurnRecords result={result.data} />}
        {tab === 'case' && <AsPlayed result={result.data} />}
      </Suspense>
    </PageLayout>
  )
}

function TranscriptTab({ result }: { result: TestResult }) {
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 6, lg: 5 }}>
        <Transcript result={result} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6, lg: 7 }}>
        <VerdictPanel result={result} />
      </Grid.Col>
    </Grid>
  )
}

function Actions({ result: { runId, suiteId, caseId } }: { result: TestResult }) {
  const routeIds = useRouteIds()
  return (
    <>
      <ButtonLink variant="default" to={testPaths.run} params={{ ...routeIds, runId }}>
        {texts.allResults}
      </ButtonLink>
      <ButtonLink variant="default" to={testPaths.case} params={{ ...routeIds, suiteId, caseId }}>
        {texts.openCase}
      </ButtonLink>
    </>
  )
}

function Tabs({ runId, resultId }: { runId: string; resultId: string }) {
  const params = { ...useRouteIds(), runId, resultId }
  const exact = { exact: true, includeSearch: true }
  return (
    <LinkTabs label={texts.tabs.label}>
      <Link to={testPaths.result} params={params} search={{}} activeOptions={exact}>
        {texts.tabs.transcript}
      </Link>
      <Link to={testPaths.result} params={params} search={{ tab: 'diff' }} activeOptions={exact}>
        {texts.tabs.diff}
      </Link>
      <Link to={testPaths.result} params={params} search={{ tab: 'turns' }} activeOptions={exact}>
        {texts.tabs.turns}
      </Link>
      <Link to={testPaths.result} params={params} search={{ tab: 'case' }} activeOptions={exact}>
        {texts.tabs.case}
      </Link>
    </LinkTabs>
  )
}

function Transcript({ result }: { result: TestResult }) {
  const agent = useAgent()
  const suite = useSuite(result.suiteId)
  const channel: EmulatedChannel = result.caseSnapshot.scenario?.channel ?? suite.data?.channel ?? 'rcs'
  const bubbles = useMemo(() => buildPinnedBubbles(result), [result])
  return (
    <HandsetView
      title={agent.name}
      channel={channel}
      bubbles={bubbles}
      label={strings.result.transcript}
      hint={strings.result.empty}
    />
  )
}
