import { contentJson } from '../content.ts'
import type { Listed, Step } from '../step.ts'
import { type Named, once } from './once.ts'

type Case = { key: string }
type Content = { suite: { name: string }; cases: Case[] }

/** A suite, and a run of it where that costs nothing; it is played in the background, as any run is. */
export const tests: Step = {
  name: 'tests',
  async run({ agent, answers }) {
    const { suite, cases } = await contentJson<Content>('tests.json')
    const { id } = await once<Named>(agent, '/tests/suites', suite)
    const path = `/tests/suites/${id}/cases`
    const { data } = await agent.get<Listed<Case>>(`${path}?limit=200`)
    for (const one of cases) if (!data.some(({ key }) => key === one.key)) await agent.post(path, one)
    const { data: runs } = await agent.get<Listed<unknown>>(`/tests/runs?suiteId=${id}`)
    if (answers && runs.length === 0) await agent.post('/tests/runs', { suiteIds: [id] })
  },
}
