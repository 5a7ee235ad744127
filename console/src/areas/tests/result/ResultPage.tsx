import { Grid } from '@mantine/core'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { words } from '#words/tests.ts'
import { usePlace } from '../../../app/org.ts'
import { LinkTabs } from '../../../parts/LinkTabs.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { ButtonLink } from '../../../parts/links.tsx'
import { Page } from '../../../parts/Page.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { to } from '../shared/place.ts'
import { type Result, useResult } from '../shared/reads.ts'
import { StateBadge } from '../shared/Verdicts.tsx'
import { Transcript } from './Transcript.tsx'
import { VerdictPanel } from './VerdictPanel.tsx'

const Diff = lazy(async () => ({ default: (await import('./ResultDiff.tsx')).ResultDiff }))
const TurnRecords = lazy(async () => ({ default: (await import('./TurnRecords.tsx')).TurnRecords }))
const AsPlayed = lazy(async () => ({ default: (await import('./AsPlayed.tsx')).AsPlayed }))
const { result: said } = words

export function ResultPage() {
  const { runId, resultId } = useParams({ from: to.result })
  const { tab } = useSearch({ from: to.result })
  const result = useResult(runId, resultId)
  if (result.error) return <Trouble error={result.error} retry={result.refetch} />
  if (!result.data) return <Loading />
  const { caseTitle, state, sample, caseSnapshot } = result.data
  const isOne = sample === 1 && (caseSnapshot.samples ?? 1) === 1
  return (
    <Page
      key={resultId}
      title={caseTitle}
      lead={isOne ? undefined : said.samples(sample)}
      beside={<StateBadge state={state} />}
      actions={<Actions result={result.data} />}
    >
      <Tabs runId={runId} resultId={resultId} />
      <Suspense fallback={<Loading />}>
        {tab === undefined && <Said result={result.data} />}
        {tab === 'diff' && <Diff result={result.data} />}
        {tab === 'turns' && <TurnRecords result={result.data} />}
        {tab === 'case' && <AsPlayed result={result.data} />}
      </Suspense>
    </Page>
  )
}

function Said({ result }: { result: Result }) {
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

function Actions({ result: { runId, suiteId, caseId } }: { result: Result }) {
  const place = usePlace()
  return (
    <>
      <ButtonLink variant="default" to={to.run} params={{ ...place, runId }}>
        {said.allResults}
      </ButtonLink>
      <ButtonLink variant="default" to={to.case} params={{ ...place, suiteId, caseId }}>
        {said.openCase}
      </ButtonLink>
    </>
  )
}

function Tabs({ runId, resultId }: { runId: string; resultId: string }) {
  const params = { ...usePlace(), runId, resultId }
  const exact = { exact: true, includeSearch: true }
  return (
    <LinkTabs label={said.tabs.label}>
      <Link to={to.result} params={params} search={{}} activeOptions={exact}>
        {said.tabs.said}
      </Link>
      <Link to={to.result} params={params} search={{ tab: 'diff' }} activeOptions={exact}>
        {said.tabs.diff}
      </Link>
      <Link to={to.result} params={params} search={{ tab: 'turns' }} activeOptions={exact}>
        {said.tabs.turns}
      </Link>
      <Link to={to.result} params={params} search={{ tab: 'case' }} activeOptions={exact}>
        {said.tabs.case}
      </Link>
    </LinkTabs>
  )
}
