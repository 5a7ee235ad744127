import { Stack, Text } from '@mantine/core'
import { IconGitCompare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { language } from '#i18n/language.ts'
import { strings } from '#i18n/test-runs.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { DiffView } from '../../../components/code/DiffView.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import type { TestResult, TestRun } from '../shared/test-data.ts'
import { testPaths } from '../shared/test-paths.ts'
import { formatResult } from './result-transcript.ts'

const { result: texts } = strings
const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })

/** Compares the transcript with that of the baseline, side by side. */
export function ResultDiff({ result }: { result: TestResult }) {
  const baseline = useBaseline(result)
  if (baseline.error) return <ErrorAlert error={baseline.error} retry={baseline.refetch} />
  if (baseline.data === undefined) return <Loading />
  const { run, earlier } = baseline.data
  if (!run) return <EmptyState icon={IconGitCompare} title={texts.noBaseline} text={texts.noBaselineText} />
  if (!earlier) return <EmptyState icon={IconGitCompare} title={texts.notIncluded} text={texts.noBaselineText} />
  return <Sides run={run} earlier={earlier} result={result} />
}

function Sides({ run, earlier, result }: { run: TestRun; earlier: TestResult; result: TestResult }) {
  const routeIds = useRouteIds()
  const label = texts.before(format.format(new Date(run.createdAt)), run.pinned === true)
  const before = useMemo(() => ({ label, text: formatResult(earlier) }), [earlier, label])
  const after = useMemo(() => ({ label: texts.after, text: formatResult(result) }), [result])
  return (
    <Stack gap="xs">
      <AnchorLink
        to={testPaths.result}
        params={{ ...routeIds, runId: run.id, resultId: earlier.id }}
        size="sm"
        style={{ alignSelf: 'flex-start' }}
      >
        {label}
      </AnchorLink>
      {before.text === after.text && <Text role="status">{texts.same}</Text>}
      <DiffView before={before} after={after} />
    </Stack>
  )
}

type Baseline = { run?: TestRun; earlier?: TestResult }

/** The run that this one is compared with; until the server has chosen it, the pinned run. */
function useBaseline({ runId, caseId, sample }: TestResult) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('tests', 'baseline', runId, caseId, sample),
    queryFn: async ({ signal }): Promise<Baseline> => {
      const [current, { data: runs }] = await Promise.all([
        agent.api.get('/tests/runs/{run}', { path: { run: runId }, signal }),
        agent.api.get('/tests/runs', { query: { limit: 100 }, signal }),
      ])
      const against = current.diff?.against ?? runs.find(({ pinned, id }) => pinned && id !== runId)?.id
      if (against === undefined) return {}
      const path = { run: against }
      const [run, results] = await Promise.all([
        agent.api.get('/tests/runs/{run}', { path, signal }),
        agent.api.get('/tests/runs/{run}/results', { path, query: { caseId, limit: 10 }, signal }),
      ])
      return { run, earlier: results.data.find((one) => one.sample === sample) ?? results.data[0] }
    },
  })
}
