export type Finding = { severity: string; code: string; path: string; message: string }

/** Problem details, with what the refusals of test runs add. */
export type ProblemBody = {
  code?: string
  title?: string
  detail?: string
  errors?: { field: string; message: string }[]
  requestId?: string
  activeRunId?: string
  lint?: { caseId: string; findings: Finding[] }[]
  estimate?: { units: number }
  remaining?: number
  maxUnitsPerRun?: number
  resetsAt?: string
  suggestion?: string
}

/** Parley has answered, and not with what was asked for. */
export class Refused extends Error {
  readonly status: number
  readonly body: ProblemBody
  readonly retryAfterSeconds?: number
  constructor(status: number, body: ProblemBody, retryAfterSeconds?: number) {
    super(body.detail ?? body.title ?? `Parley answered ${status}`)
    this.status = status
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
  get code(): string {
    return this.body.code ?? ''
  }
}

/** Nothing came back that could be read. */
export class Unreachable extends Error {
  constructor(url: string, why: string) {
    super(`${url} cannot be reached: ${why}`)
  }
}
