import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { useList } from '../../../api/paged-list.ts'
import { useAgent } from '../../../app/current-org.ts'

export type TestSuite = Schema<'TestSuite'>
export type TestCase = Schema<'TestCase'>
export type TestRun = Schema<'TestRun'>
export type TestResult = Schema<'TestResult'>
export type TestSuiteOutcome = Schema<'TestSuiteOutcome'>

/** An agent has at most 200 suites of its own, and one for each playbook with Examples. */
export function useSuites() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('tests', 'suites', 'all'),
    queryFn: async ({ signal }) => {
      const suites: TestSuite[] = []
      for await (const suite of agent.api.each('/tests/suites', { query: { limit: 200 }, signal })) suites.push(suite)
      return suites
    },
  })
}

export function useSuite(suiteId: string) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('tests', 'suites', suiteId),
    queryFn: ({ signal }) => agent.api.get('/tests/suites/{suiteId}', { path: { suiteId }, signal }),
  })
}

export function useCases(suiteId: string) {
  const agent = useAgent()
  return useList(agent.key('tests', 'cases', suiteId), (page, signal) =>
    agent.api.get('/tests/suites/{suiteId}/cases', { path: { suiteId }, query: { ...page, limit: 100 }, signal }),
  )
}

/** Results of suites in the newest runs; for one suite, with the verdict of each case. */
export function useSuiteHistory(suiteId?: string) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('tests', 'history', suiteId ?? 'all'),
    queryFn: async ({ signal }) => {
      const query = { limit: suiteId ? 30 : 100, ...(suiteId && { suiteId }) }
      return (await agent.api.get('/tests/history', { query, signal })).data
    },
  })
}

export function useQuota() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('tests', 'quota'),
    queryFn: ({ signal }) => agent.api.get('/tests/quota', { signal }),
  })
}

export function useRuns(filter: { suiteId?: string; status?: TestRun['status'] }) {
  const agent = useAgent()
  return useList(
    agent.key('tests', 'runs', filter),
    (page, signal) => agent.api.get('/tests/runs', { query: { ...filter, ...page, limit: 50 }, signal }),
    { refetchInterval: 10_000 },
  )
}

export function useResult(runId: string, resultId: string) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('tests', 'result', runId, resultId),
    queryFn: ({ signal }) =>
      agent.api.get('/tests/runs/{run}/results/{result}', { path: { run: runId, result: resultId }, signal }),
  })
}

type Named = { id: string; name: string }
export type CaseReferences = {
  playbooks: Named[]
  outreaches: Named[]
  representatives: Named[]
  personas: Named[]
  integrations: string[]
  peopleFields: string[]
}
const nothing: CaseReferences = {
  playbooks: [],
  outreaches: [],
  representatives: [],
  personas: [],
  integrations: [],
  peopleFields: [],
}

export function useCaseReferences(): CaseReferences {
  const agent = useAgent()
  const { data = nothing } = useQuery({
    queryKey: agent.key('tests', 'known'),
    queryFn: async ({ signal }): Promise<CaseReferences> => {
      const [exported, personas] = await Promise.all([
        agent.api.raw('GET', '/export', { headers: { accept: 'application/json' }, signal }),
        agent.api.get('/personas', { query: { limit: 200 }, signal }),
      ])
      return {
        ...readCaseReferences(await exported.json()),
        personas: personas.data.map(({ id, name }) => ({ id, name })),
      }
    },
  })
  return data
}

type ExportedAgent = {
  playbooks?: Named[]
  outreach?: { outreaches?: Named[] }
  capabilities?: { scheduling?: { representatives?: Named[] }; people?: { fields?: { key: string }[] } }
  integrations?: { custom?: { id: string }[] }
}

function readCaseReferences({
  playbooks,
  outreach,
  capabilities,
  integrations,
}: ExportedAgent): Omit<CaseReferences, 'personas'> {
  const named = ({ id, name }: Named): Named => ({ id, name: name || id })
  return {
    playbooks: (playbooks ?? []).map(named),
    outreaches: (outreach?.outreaches ?? []).map(named),
    representatives: (capabilities?.scheduling?.representatives ?? []).map(named),
    integrations: (integrations?.custom ?? []).map(({ id }) => id),
    peopleFields: (capabilities?.people?.fields ?? []).map(({ key }) => key),
  }
}
