import { Alert, Badge, Card, Group, List, Progress, Stack, Text, Tooltip } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { language } from '#i18n/language.ts'
import { strings as testRunsTexts } from '#i18n/test-runs.ts'
import { strings } from '#i18n/tests.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { useNow } from '../../../components/Timestamp.tsx'
import { CoverageReport } from '../coverage/CoverageReport.tsx'
import { type TestRun, useSuites } from '../shared/test-data.ts'
import { testPaths } from '../shared/test-paths.ts'
import { RunBadge } from '../shared/Verdicts.tsx'
import { RunActions } from './RunActions.tsx'
import { RunFacts } from './RunFacts.tsx'
import { RunResults } from './RunResults.tsx'
import { computeRunPace, countPlayed, describeSelection, isRunOver, useRun } from './run-data.ts'

const { run: runProgressTexts } = testRunsTexts

const { verdicts } = strings
const green = 'light-dark(var(--mantine-color-green-7), var(--mantine-color-green-6))'
const red = 'light-dark(var(--mantine-color-red-7), var(--mantine-color-red-6))'
const orange = 'light-dark(var(--mantine-color-orange-6), var(--mantine-color-orange-5))'

/** Progress, speed, and the cases running now. */
function RunProgress({ run }: { run: TestRun }) {
  const { total, passed, failed, errored } = run.counts
  const share = (part: number) => (100 * part) / Math.max(1, total)
  const played = countPlayed(run)
  return (
    <Card withBorder>
      <Stack gap="xs">
        <Progress.Root size="lg">
          <Progress.Section value={share(passed)} color={green} aria-label={strings.chart.passed} />
          <Progress.Section value={share(failed)} color={red} aria-label={strings.chart.failed} />
          <Progress.Section value={share(errored)} color={orange} aria-label={strings.chart.errored} />
        </Progress.Root>
        <Group justify="space-between" role="status" aria-label={runProgressTexts.progress}>
          <Text fw={600}>{runProgressTexts.done(played, total)}</Text>
          <Text>{verdicts.bar(passed, failed, errored)}</Text>
        </Group>
        {!isRunOver(run) && <CasesInFlight run={run} />}
      </Stack>
    </Card>
  )
}

function CasesInFlight({ run }: { run: TestRun }) {
  const now = useNow(1_000)
  const pace = computeRunPace(run, now)
  const { inFlight = [], pending = 0 } = run
  return (
    <Stack gap={4}>
      <Group gap="md">
        {pace && <Text size="sm">{runProgressTexts.rate(pace.perMinute)}</Text>}
        {pace?.secondsLeft !== undefined && <Text size="sm">{runProgressTexts.left(pace.secondsLeft)}</Text>}
        {pending > 0 && <Text size="sm">{runProgressTexts.waiting(pending)}</Text>}
      </Group>
      {inFlight.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {runProgressTexts.inFlight}
          </Text>
          <List size="sm">
            {inFlight.map(({ resultId, title, sample }) => (
              <List.Item key={resultId}>
                {title}
                {sample > 1 && `, ${runProgressTexts.sample(sample)}`}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  )
}

const { run: runDiffTexts } = testRunsTexts

function RunDiff({ run: { diff } }: { run: TestRun }) {
  const routeIds = useRouteIds()
  if (!diff) return null
  const { newlyFailing, newlyPassing, stillFailing, against } = diff
  const nothing = newlyFailing.length + newlyPassing.length + stillFailing.length === 0
  return (
    <Group gap="xs" role="group" aria-label={runDiffTexts.diffTitle}>
      {newlyFailing.length > 0 && <Change color="red" says={runDiffTexts.newlyFailing(newlyFailing.length)} />}
      {stillFailing.length > 0 && <Change color="orange" says={runDiffTexts.stillFailing(stillFailing.length)} />}
      {newlyPassing.length > 0 && <Change color="green" says={runDiffTexts.newlyPassing(newlyPassing.length)} />}
      {nothing && <Text size="sm">{runDiffTexts.noChange}</Text>}
      <Text size="sm" className="quiet">
        {runDiffTexts.against}{' '}
        <AnchorLink to={testPaths.run} params={{ ...routeIds, runId: against }} size="sm" underline="always">
          {runDiffTexts.thatRun}
        </AnchorLink>
      </Text>
    </Group>
  )
}

function Change({ color, says }: { color: string; says: string }) {
  return (
    <Badge variant="light" color={color} size="lg" tt="none" autoContrast={false}>
      {says}
    </Badge>
  )
}

const { run: texts } = testRunsTexts
const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
const runTitle = ({ createdAt }: Pick<TestRun, 'createdAt'>): string => texts.title(format.format(new Date(createdAt)))

export function RunPage() {
  const { runId } = useParams({ from: testPaths.run })
  const run = useRun(runId)
  const suites = useSuites().data ?? []
  if (run.error) return <ErrorAlert error={run.error} retry={run.refetch} />
  if (!run.data) return <Loading />
  return (
    <PageLayout
      key={runId}
      title={runTitle(run.data)}
      lead={describeSelection(run.data, suites)}
      beside={<RunSidebar run={run.data} />}
      actions={<RunActions run={run.data} />}
    >
      <Stack>
        <RunProgress run={run.data} />
        <RunStatusLine run={run.data} />
        <RunDiff run={run.data} />
        <RunResults run={run.data} />
        {isRunOver(run.data) && <CoverageReport run={runId} />}
        <RunFacts run={run.data} />
      </Stack>
    </PageLayout>
  )
}

function RunSidebar({ run }: { run: TestRun }) {
  return (
    <>
      <RunBadge status={run.status} />
      {run.pinned && (
        <Tooltip label={texts.pinHint}>
          <Badge variant="default" tt="none">
            {testRunsTexts.runs.pinned}
          </Badge>
        </Tooltip>
      )}
    </>
  )
}

/** Why the run is paused or has failed. */
function RunStatusLine({ run: { status, pauseReason, failReason } }: { run: TestRun }) {
  if (status === 'paused') {
    return <Alert color="yellow" title={pauseReason === 'quota' ? texts.pausedQuota : texts.pausedOperator} />
  }
  if (status !== 'failed') return null
  return (
    <Alert color="red" title={texts.failed}>
      {failReason}
    </Alert>
  )
}
