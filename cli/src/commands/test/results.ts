import type { AgentClient } from '@parley/sdk'
import { allOf } from '../../connection/all.ts'
import type { Result } from './run.ts'

/** Those that did not pass, in the order of the run. */
export async function unpassed(at: AgentClient, run: string): Promise<Result[]> {
  return [...(await inState(at, run, 'failed')), ...(await inState(at, run, 'errored'))]
}

const inState = (at: AgentClient, run: string, state: 'failed' | 'errored'): Promise<Result[]> =>
  allOf(at.each('/tests/runs/{run}/results', { path: { run }, query: { state, limit: 200 } }))
