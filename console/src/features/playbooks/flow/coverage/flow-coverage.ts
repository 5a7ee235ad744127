import { type AgentFlow, isSameValue } from '@parley/definition'
import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAgent } from '../../../../app/current-org.ts'

export type FlowCoverage = Schema<'TestCoverage'>['playbooks'][number]

/** How often tests passed a step, by its index, with a level from 0 (never) to 3 (often). */
export type FlowHeat = ReadonlyMap<number, { times: number; level: 0 | 1 | 2 | 3 }>
export const noHeat: FlowHeat = new Map()

/** What a run passed, or all tests of the last 30 days. */
export function useFlowCoverage(playbookId: string, { run, isShown }: { run: string | undefined; isShown: boolean }) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('tests', 'coverage', run ?? 'all'),
    queryFn: ({ signal }) =>
      run === undefined
        ? agent.api.get('/tests/coverage', { signal })
        : agent.api.get('/tests/runs/{run}/coverage', { path: { run }, signal }),
    select: ({ playbooks }) => playbooks.find(({ id }) => id === playbookId),
    enabled: isShown,
  })
}

/** Coverage is counted for the stored flow: a step of the editor has a color if it is stored in this form. */
export function heatByStep(edited: AgentFlow, stored: AgentFlow | undefined, { steps }: FlowCoverage): FlowHeat {
  const most = Math.max(1, ...steps.map(({ times }) => times))
  const left = new Map((stored?.steps ?? []).map((step, at) => [at, step]))
  const heat = new Map<number, { times: number; level: 0 | 1 | 2 | 3 }>()
  for (const [at, step] of edited.steps.entries()) {
    const isSame = (index: number) => left.has(index) && isSameValue(left.get(index), step)
    const index = isSame(at) ? at : [...left.keys()].find(isSame)
    if (index === undefined) continue
    left.delete(index)
    const { times = 0 } = steps[index] ?? {}
    heat.set(at, { times, level: levelOf(times, most) })
  }
  return heat
}

function levelOf(times: number, most: number): 0 | 1 | 2 | 3 {
  if (times === 0) return 0
  const share = times / most
  return share > 2 / 3 ? 3 : share > 1 / 3 ? 2 : 1
}
