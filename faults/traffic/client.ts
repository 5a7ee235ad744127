import { setTimeout as sleep } from 'node:timers/promises'
import { type InboundReport, signReport } from '../environment/fake-providers.ts'
import type { ManagedParley } from '../environment/managed-parley.ts'
import type { CallLog } from './acknowledged-calls.ts'

export type JsonBody = Record<string, unknown>
export type ApiAnswer = { status: number; code: string; body: JsonBody }
export type RetryingClient = {
  call: (method: string, path: string, body: JsonBody | undefined, how: Call) => Promise<ApiAnswer>
  tell(bindingId: string, report: InboundReport | InboundReport[]): Promise<boolean>
}

type Call = {
  token: string
  /** Makes a repeat safe where the call itself is not idempotent. */
  idempotencyKey?: string
  /** Statuses that the caller handles; any other refusal counts as a surprise. */
  expects?: readonly number[]
}

/**
 * Temporary failures and rate limits: the client retries the same call. It also retries after a 500, which it records.
 */
const passing = new Set([0, 429, 502, 503, 504])
const patienceMilliseconds = 20_000
const longestMilliseconds = 240_000

/** A client that retries each call until it is acknowledged or refused, at any API process that responds. */
export function createRetryingClient(
  { apiProcesses }: { apiProcesses: readonly Pick<ManagedParley, 'origin' | 'gateway'>[] },
  log: CallLog,
  random: () => number,
): RetryingClient {
  const anyProcess = () => apiProcesses[Math.floor(random() * apiProcesses.length)] as (typeof apiProcesses)[number]

  async function insist(method: string, path: string, init: () => RequestInit) {
    const limit = Date.now() + longestMilliseconds
    for (;;) {
      const { origin, gateway } = anyProcess()
      const answer = await once((path.startsWith('/v1/') ? origin : gateway) + path, { method, ...init() })
      const isSurprise = answer.status >= 500 && !passing.has(answer.status)
      if (isSurprise) log.record({ kind: 'surprise', method, path, status: answer.status, code: answer.code })
      if (!isSurprise && !passing.has(answer.status)) return answer
      if (Date.now() > limit) throw new Error(`${method} ${path} was never acknowledged (${answer.status})`)
      await sleep(Math.max(answer.retryAfterMilliseconds, 50 + 150 * random()))
    }
  }

  async function call(method: string, path: string, body: JsonBody | undefined, how: Call): Promise<ApiAnswer> {
    const headers = {
      authorization: `Bearer ${how.token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(how.idempotencyKey && { 'idempotency-key': how.idempotencyKey }),
    }
    const answer = await insist(method, path, () => ({ headers, body: body && JSON.stringify(body) }))
    const isExpected = answer.status < 300 || how.expects?.includes(answer.status)
    if (!isExpected) log.record({ kind: 'surprise', method, path, status: answer.status, code: answer.code })
    return answer
  }

  return {
    call,
    /** Sends a report as the SMS gateway; returns whether it was accepted. */
    async tell(bindingId: string, report: InboundReport | InboundReport[]): Promise<boolean> {
      const path = `/providers/${bindingId}`
      const { status } = await insist('POST', path, () => signReport(report))
      if (status !== 200) log.record({ kind: 'surprise', method: 'POST', path, status, code: '' })
      return status === 200
    },
  }
}

async function once(url: string, init: RequestInit): Promise<ApiAnswer & { retryAfterMilliseconds: number }> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(patienceMilliseconds) })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    const body = isJson && text !== '' ? (JSON.parse(text) as JsonBody) : {}
    const seconds = Math.min(Number(response.headers.get('retry-after') ?? 0), 2)
    return { status: response.status, code: String(body.code ?? ''), body, retryAfterMilliseconds: seconds * 1000 }
  } catch {
    return { status: 0, code: '', body: {}, retryAfterMilliseconds: 0 }
  }
}
