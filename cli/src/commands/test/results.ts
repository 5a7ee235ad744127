import type { AgentClient } from '@parley/sdk'
import { collectItems } from '../../connection/collect-items.ts'
import type { CliTestResult } from './test-run.ts'

/** Those that did not pass, in the order of the run. */
export async function readFailedResults(client: AgentClient, run: string): Promise<CliTestResult[]> {
  return [...(await readResultsInState(client, run, 'failed')), ...(await readResultsInState(client, run, 'errored'))]
}

const readResultsInState = (client: AgentClient, run: string, state: 'failed' | 'errored'): Promise<CliTestResult[]> =>
  collectItems(client.each('/tests/runs/{run}/results', { path: { run }, query: { state, limit: 200 } }))
