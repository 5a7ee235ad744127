/** A test run and its results, as the API shows them; what is used of them here. */

export type Counts = { total: number; passed: number; failed: number; errored: number; skipped: number }

export type Run = {
  id: string
  status: 'queued' | 'running' | 'paused' | 'completed' | 'cancelled' | 'failed'
  pauseReason?: 'operator' | 'quota'
  failReason?: string
  counts: Counts
  estimate: { units: number }
  usage: { units: number }
  diff?: { against: string; newlyFailing: string[]; newlyPassing: string[]; stillFailing: string[] }
  inFlight?: { title: string }[]
  createdAt: string
  startedAt?: string
  completedAt?: string
}

export type Result = {
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

export const isOver = ({ status }: Run): boolean =>
  status === 'completed' || status === 'cancelled' || status === 'failed'

export const doneOf = ({ passed, failed, errored, skipped }: Counts): number => passed + failed + errored + skipped
