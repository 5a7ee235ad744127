const testsPath = '/orgs/$org/agents/$agent/tests'

export const testPaths = {
  suites: testsPath,
  suite: `${testsPath}/suites/$suiteId`,
  case: `${testsPath}/suites/$suiteId/cases/$caseId`,
  runs: `${testsPath}/runs`,
  run: `${testsPath}/runs/$runId`,
  result: `${testsPath}/runs/$runId/results/$resultId`,
  simulations: `${testsPath}/simulations`,
  simulation: `${testsPath}/simulations/$simulationId`,
  coverage: `${testsPath}/coverage`,
} as const
