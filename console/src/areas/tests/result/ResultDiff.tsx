import { Stack, Text } from '@mantine/core'
import { IconGitCompare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { words } from '#words/tests.ts'
import { useAgent, usePlace } from '../../../app/org.ts'
import { DiffView } from '../../../parts/code/DiffView.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { AnchorLink } from '../../../parts/links.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { to } from '../shared/place.ts'
import type { Result, Run } from '../shared/reads.ts'
import { textOfResult } from './said.ts'

const { result: said } = words
const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** What was said then and now, side by side. */
export function ResultDiff({ result }: { result: Result }) {
  const baseline = useBaseline(result)
  if (baseline.error) return <Trouble error={baseline.error} retry={baseline.refetch} />
  if (baseline.data === undefined) return <Loading />
  const { run, earlier } = baseline.data
  if (!run) return <EmptyState icon={IconGitCompare} title={said.noBaseline} text={said.noBaselineText} />
  if (!earlier) return <EmptyState icon={IconGitCompare} title={said.notThere} text={said.noBaselineText} />
  return <Sides run={run} earlier={earlier} result={result} />
}

function Sides({ run, earlier, result }: { run: Run; earlier: Result; result: Result }) {
  const place = usePlace()
  const label = said.before(format.format(new Date(run.createdAt)), run.pinned === true)
  const before = useMemo(() => ({ label, text: textOfResult(earlier) }), [earlier, label])
  const after = useMemo(() => ({ label: said.after, text: textOfResult(result) }), [result])
  return (
    <Stack gap="xs">
      <AnchorLink
        to={to.result}
        params={{ ...place, runId: run.id, resultId: earlier.id }}
        size="sm"
        style={{ alignSelf: 'flex-start' }}
      >
        {label}
      </AnchorLink>
      {before.text === after.text && <Text role="status">{said.same}</Text>}
      <DiffView before={before} after={after} />
    </Stack>
  )
}

type Baseline = { run?: Run; earlier?: Result }

/** The run that this one is compared with; while that is not said yet, the one that is pinned. */
function useBaseline({ runId, caseId, sample }: Result) {
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
