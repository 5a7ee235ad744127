import { readContentJson } from '../content.ts'
import type { DemoStep, ListReply } from '../demo-context.ts'
import { findOrCreate, type NamedResource } from './find-or-create.ts'

type TestCaseContent = { key: string }
type TestsContent = { suite: { name: string }; cases: TestCaseContent[] }

/** Creates a test suite and, if it costs nothing, a run of it; like every run it executes in the background. */
export const testsStep: DemoStep = {
  name: 'tests',
  async run({ agent, canAnswer }) {
    const { suite, cases } = await readContentJson<TestsContent>('tests.json')
    const { id } = await findOrCreate<NamedResource>(agent, '/tests/suites', suite)
    const path = `/tests/suites/${id}/cases`
    const { data } = await agent.get<ListReply<TestCaseContent>>(`${path}?limit=200`)
    for (const one of cases) if (!data.some(({ key }) => key === one.key)) await agent.post(path, one)
    const { data: runs } = await agent.get<ListReply<unknown>>(`/tests/runs?suiteId=${id}`)
    if (canAnswer && runs.length === 0) await agent.post('/tests/runs', { suiteIds: [id] })
  },
}
