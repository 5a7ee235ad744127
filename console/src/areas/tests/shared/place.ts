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
