import { setTimeout as sleep } from 'node:timers/promises'
import { type InboundReport, signReport } from '../environment/fake-providers.ts'
import type { ManagedParley } from '../environment/managed-parley.ts'
import type { CallLog } from './acknowledged-calls.ts'

export type JsonBody = Record<string, unknown>
export type ApiResponse = { status: number; code: string; body: JsonBody }
export type RetryingClient = {
  call: (method: string, path: string, body: JsonBody | undefined, options: CallOptions) => Promise<ApiResponse>
  deliverReport(bindingId: string, report: InboundReport | InboundReport[]): Promise<boolean>
}

type CallOptions = {
  token: string
  /** Makes a repeat safe where the call itself is not idempotent. */
  idempotencyKey?: string
  /** Statuses that the caller handles; any other refusal counts as a surprise. */
  expects?: readonly number[]
}

/**
 * Temporary failures and rate limits: the client retries the same call. It also retries after a 500, which it records.
 */
const retriedStatuses = new Set([0, 429, 502, 503, 504])
const timeoutMilliseconds = 20_000
const maxMilliseconds = 240_000

/** A client that retries each call until it is acknowledged or refused, at any API process that responds. */
export function createRetryingClient(
  { apiProcesses }: { apiProcesses: readonly Pick<ManagedParley, 'origin' | 'gateway'>[] },
  log: CallLog,
  random: () => number,
): RetryingClient {
  const pickProcess = () => apiProcesses[Math.floor(random() * apiProcesses.length)] as (typeof apiProcesses)[number]

  async function retryUntilAnswered(method: string, path: string, init: () => RequestInit) {
    const deadline = Date.now() + maxMilliseconds
    for (;;) {
      const { origin, gateway } = pickProcess()
      const response = await fetchOnce((path.startsWith('/v1/') ? origin : gateway) + path, { method, ...init() })
      const isUnexpected = response.status >= 500 && !retriedStatuses.has(response.status)
      if (isUnexpected) log.record({ kind: 'unexpected', method, path, status: response.status, code: response.code })
      if (!isUnexpected && !retriedStatuses.has(response.status)) return response
      if (Date.now() > deadline) throw new Error(`${method} ${path} was never acknowledged (${response.status})`)
      await sleep(Math.max(response.retryAfterMilliseconds, 50 + 150 * random()))
    }
  }

  async function call(
    method: string,
    path: string,
    body: JsonBody | undefined,
    options: CallOptions,
  ): Promise<ApiResponse> {
    const headers = {
      authorization: `Bearer ${options.token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
    }
    const response = await retryUntilAnswered(method, path, () => ({ headers, body: body && JSON.stringify(body) }))
    const isExpected = response.status < 300 || options.expects?.includes(response.status)
    if (!isExpected) log.record({ kind: 'unexpected', method, path, status: response.status, code: response.code })
    return response
  }

  return {
    call,
    /** Sends a report as the SMS gateway; returns whether it was accepted. */
    async deliverReport(bindingId: string, report: InboundReport | InboundReport[]): Promise<boolean> {
      const path = `/providers/${bindingId}`
      const { status } = await retryUntilAnswered('POST', path, () => signReport(report))
      if (status !== 200) log.record({ kind: 'unexpected', method: 'POST', path, status, code: '' })
      return status === 200
    },
  }
}

async function fetchOnce(url: string, init: RequestInit): Promise<ApiResponse & { retryAfterMilliseconds: number }> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMilliseconds) })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    const body = isJson && text !== '' ? (JSON.parse(text) as JsonBody) : {}
    const seconds = Math.min(Number(response.headers.get('retry-after') ?? 0), 2)
    return { status: response.status, code: String(body.code ?? ''), body, retryAfterMilliseconds: seconds * 1000 }
  } catch {
    return { status: 0, code: '', body: {}, retryAfterMilliseconds: 0 }
  }
}
