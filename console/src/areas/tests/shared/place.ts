import { useAgent, useOrg } from '../../../app/org.ts'

/** The parameters of every address of the open agent. */
export function usePlace(): { org: string; agent: string } {
  const [{ id: org }, { id: agent }] = [useOrg(), useAgent()]
  return { org, agent }
}

const tests = '/orgs/$org/agents/$agent/tests'

/** The addresses of the area. */
export const to = {
  suites: tests,
  suite: `${tests}/suites/$suiteId`,
  case: `${tests}/suites/$suiteId/cases/$caseId`,
  runs: `${tests}/runs`,
  run: `${tests}/runs/$runId`,
  result: `${tests}/runs/$runId/results/$resultId`,
} as const
