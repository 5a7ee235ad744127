import { setTimeout as sleep } from 'node:timers/promises'
import { type InboundReport, signReport } from '../environment/fake-providers.ts'
import type { ManagedParley } from '../environment/managed-parley.ts'
import type { CallLog } from './acknowledged-calls.ts'

export type JsonBody = Record<string, unknown>
export type ApiAnswer = { status: number; code: string; body: JsonBody }
export type RetryingClient = ReturnType<typeof createRetryingClient>

type Call = {
  token: string
  /** Makes a repeat safe where the call itself has nothing that does. */
  idempotencyKey?: string
  /** Refusals that mean something to the caller; any other is a surprise. */
  expects?: readonly number[]
}

/** Away for a moment, or too much at once: the same call is made again. So it is after a 500, which is noted. */
const passing = new Set([0, 429, 502, 503, 504])
const patienceMilliseconds = 20_000
const longestMilliseconds = 240_000

/** Somebody who goes on until each call is acknowledged or refused, at whichever door is open. */
export function createRetryingClient(
  { apiProcesses }: { apiProcesses: readonly Pick<ManagedParley, 'origin' | 'gateway'>[] },
  log: CallLog,
  random: () => number,
) {
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
    /** As the carrier of text messages; answers whether it was taken. */
    async tell(bindingId: string, said: InboundReport | InboundReport[]): Promise<boolean> {
      const path = `/providers/${bindingId}`
      const { status } = await insist('POST', path, () => signReport(said))
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
