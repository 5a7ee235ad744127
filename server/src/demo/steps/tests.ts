import { readContentJson } from '../content.ts'
import { type DemoContext, type DemoStep, findOrCreate, type ListReply, type NamedResource } from '../demo-context.ts'

type TestCaseContent = { key: string }
type SuiteContent = { name: string }
type TestsContent = { suite: SuiteContent; cases: TestCaseContent[]; redTeam: { suite: SuiteContent; packs: string[] } }

/** Creates two test suites and, if it costs nothing, a run of both; like every run it executes in the background. */
export const testsStep: DemoStep = {
  name: 'tests',
  async run(context) {
    const { agent, canAnswer } = context
    const { suite, cases, redTeam } = await readContentJson<TestsContent>('tests.json')
    const { id } = await findOrCreate<NamedResource>(agent, '/tests/suites', suite)
    const path = `/tests/suites/${id}/cases`
    const { data } = await agent.get<ListReply<TestCaseContent>>(`${path}?limit=200`)
    for (const one of cases) if (!data.some(({ key }) => key === one.key)) await agent.post(path, one)
    const attacks = await createRedTeam(context, redTeam)
    const { data: runs } = await agent.get<ListReply<unknown>>(`/tests/runs?suiteId=${id}`)
    if (canAnswer && runs.length === 0) await agent.post('/tests/runs', { suiteIds: [id, attacks] })
  },
}

/** Attacks on the agent, made from the packs; once a week where that costs nothing. */
async function createRedTeam(
  { agent, canAnswer }: Pick<DemoContext, 'agent' | 'canAnswer'>,
  { suite, packs }: TestsContent['redTeam'],
): Promise<string> {
  const schedule = canAnswer ? { schedule: { every: 'weekly', weekday: 'monday', at: '06:00' } } : {}
  const { id } = await findOrCreate<NamedResource>(agent, '/tests/suites', { ...suite, ...schedule })
  const path = `/tests/suites/${id}/cases`
  const { data } = await agent.get<ListReply<TestCaseContent>>(`${path}?limit=1`)
  if (data.length === 0) await agent.post(`${path}/generate`, { source: 'attacks', packs })
  return id
}
