import type { AgentClient } from '@parley/sdk'
import { collectItems } from '../../connection/collect-items.ts'
import type { CliTestResult } from './test-run.ts'

/** Those that did not pass, in the order of the run. */
export async function readFailedResults(at: AgentClient, run: string): Promise<CliTestResult[]> {
  return [...(await readResultsInState(at, run, 'failed')), ...(await readResultsInState(at, run, 'errored'))]
}

const readResultsInState = (at: AgentClient, run: string, state: 'failed' | 'errored'): Promise<CliTestResult[]> =>
  collectItems(at.each('/tests/runs/{run}/results', { path: { run }, query: { state, limit: 200 } }))
