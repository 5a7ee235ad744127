import { Gateway, Parley, type ParleyOptions } from '../index.ts'

export type SentRequest = { method: string; url: string; headers: Headers; body: unknown; redirect?: string }
type StubAnswer = (sent: SentRequest, attempt: number) => Response | Promise<Response> | Error

export const apiKey = 'sk-svc-000000000000-not-a-real-key'

/** A client whose requests go to `answer` instead of the network, without delays between retries. */
export function createStubClient(answer: StubAnswer, options: Partial<ParleyOptions> = {}) {
  const sent: SentRequest[] = []
  const waitTimes: number[] = []
  const clientOptions = {
    url: 'http://parley.example.com',
    fetch: (async (url: string, { method, headers, body, redirect, signal }: RequestInit) => {
      signal?.throwIfAborted()
      const request = { method: method ?? '', url, headers: new Headers(headers), body, redirect }
      sent.push(request)
      const response = await answer(request, sent.length)
      if (response instanceof Error) throw response
      return response
    }) as typeof fetch,
    sleep: async (milliseconds: number) => void waitTimes.push(milliseconds),
    ...options,
  }
  return {
    sent,
    waitTimes,
    parley: new Parley({ apiKey, ...clientOptions }),
    gateway: new Gateway({ ...clientOptions, accessToken: 'at-not-a-real-token' }),
  }
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(status === 204 ? null : JSON.stringify(body), { status, headers })

export const createRefusal = (status: number, code: string, headers?: Record<string, string>): Response =>
  json({ status, code, title: 'No', requestId: 'req_1' }, status, headers)

/** Fails like Node's `fetch`. */
export const createFetchFailure = (code: string): Error => new TypeError('fetch failed', { cause: { code } })

export async function collectToArray<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
