import { Alert, Badge, Stack, Tooltip } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { strings } from '#i18n/tests.ts'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { type TestRun, useSuites } from '../shared/test-data.ts'
import { testPaths } from '../shared/test-paths.ts'
import { RunBadge } from '../shared/Verdicts.tsx'
import { describeSelection } from './describe-selection.ts'
import { RunActions } from './RunActions.tsx'
import { RunDiff } from './RunDiff.tsx'
import { RunFacts } from './RunFacts.tsx'
import { RunProgress } from './RunProgress.tsx'
import { RunResults } from './RunResults.tsx'
import { useRun } from './useRun.ts'

const { run: texts } = strings
const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
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
            {strings.runs.pinned}
          </Badge>
        </Tooltip>
      )}
    </>
  )
}

/** Why it does not go on. */
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
