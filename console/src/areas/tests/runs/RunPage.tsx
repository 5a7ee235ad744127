import { Alert, Badge, Stack, Tooltip } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { words } from '#words/tests.ts'
import { Loading } from '../../../parts/Loading.tsx'
import { Page } from '../../../parts/Page.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { to } from '../shared/place.ts'
import { type Run, useSuites } from '../shared/reads.ts'
import { RunBadge } from '../shared/Verdicts.tsx'
import { RunActions } from './RunActions.tsx'
import { RunDiff } from './RunDiff.tsx'
import { RunFacts } from './RunFacts.tsx'
import { RunProgress } from './RunProgress.tsx'
import { RunResults } from './RunResults.tsx'
import { selectionOf } from './selection.ts'
import { useRun } from './useRun.ts'

const { run: said } = words
const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const runTitle = ({ createdAt }: Pick<Run, 'createdAt'>): string => said.title(format.format(new Date(createdAt)))

export function RunPage() {
  const { runId } = useParams({ from: to.run })
  const run = useRun(runId)
  const suites = useSuites().data ?? []
  if (run.error) return <Trouble error={run.error} retry={run.refetch} />
  if (!run.data) return <Loading />
  return (
    <Page
      key={runId}
      title={runTitle(run.data)}
      lead={selectionOf(run.data, suites)}
      beside={<Beside run={run.data} />}
      actions={<RunActions run={run.data} />}
    >
      <Stack>
        <RunProgress run={run.data} />
        <Standing run={run.data} />
        <RunDiff run={run.data} />
        <RunResults run={run.data} />
        <RunFacts run={run.data} />
      </Stack>
    </Page>
  )
}

function Beside({ run }: { run: Run }) {
  return (
    <>
      <RunBadge status={run.status} />
      {run.pinned && (
        <Tooltip label={said.pinHint}>
          <Badge variant="default" tt="none">
            {words.runs.pinned}
          </Badge>
        </Tooltip>
      )}
    </>
  )
}

/** Why it does not go on. */
function Standing({ run: { status, pauseReason, failReason } }: { run: Run }) {
  if (status === 'paused') {
    return <Alert color="yellow" title={pauseReason === 'quota' ? said.pausedQuota : said.pausedOperator} />
  }
  if (status !== 'failed') return null
  return (
    <Alert color="red" title={said.failed}>
      {failReason}
    </Alert>
  )
}
