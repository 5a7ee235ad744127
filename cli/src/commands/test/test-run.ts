/** The fields of the API's test runs and results that the CLI uses. */

export type TestRunCounts = { total: number; passed: number; failed: number; errored: number; skipped: number }

export type CliTestRun = {
  id: string
  status: 'queued' | 'running' | 'paused' | 'completed' | 'cancelled' | 'failed'
  pauseReason?: 'operator' | 'quota'
  failReason?: string
  counts: TestRunCounts
  estimate: { units: number }
  usage: { units: number }
  diff?: { against: string; newlyFailing: string[]; newlyPassing: string[]; stillFailing: string[] }
  inFlight?: { title: string }[]
  createdAt: string
  startedAt?: string
  completedAt?: string
}

export type CliTestResult = {
  id: string
  suiteId: string
  caseId: string
  caseKey?: string
  caseTitle: string
  sample: number
  state: string
  checks?: { key: string; pass: boolean; detail: string }[]
  judge?: { criteria: { id: string; pass: boolean; reason: string; evidence: string }[] }
  error?: { stage: string; message: string }
}

export const isTestRunOver = ({ status }: CliTestRun): boolean =>
  status === 'completed' || status === 'cancelled' || status === 'failed'

export const countDecided = ({ passed, failed, errored, skipped }: TestRunCounts): number =>
  passed + failed + errored + skipped
