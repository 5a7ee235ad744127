import { Agent, request } from 'undici'
import type { JsonBody } from '../../faults/traffic/client.ts'
import type { LoadEnvironment } from '../environment.ts'
import type { LoadFixtures } from '../fixtures.ts'
import type { Chats } from './chats.ts'

export type OperationContext = {
  environment: LoadEnvironment
  fixtures: LoadFixtures
  chats: Chats
  call: SendLoadRequest
  random(): number
  next(): number
}

/** An effect that a response triggered; `completed` resolves when it has happened. */
export type PendingEffect = { name: string; completed: Promise<unknown> }

export type LoadOperation = {
  name: string
  /** Relative frequency; the weights add up to about a hundred. */
  weight: number
  /** Throws if the response is not the expected one. */
  run(context: OperationContext): Promise<PendingEffect | undefined>
}

export type LoadRequest = {
  url: string
  method?: 'GET' | 'POST' | 'PATCH'
  token?: string
  body?: object
  /** Sent verbatim instead of `body`. */
  raw?: { headers: Record<string, string>; body: string }
  expects?: number
}
export type SendLoadRequest = (request: LoadRequest) => Promise<JsonBody>

/** Connections to each process; waiting for a free one counts toward the duration. */
const connections = 128

export function createCaller(): { call: SendLoadRequest; close(): Promise<void> } {
  const dispatcher = new Agent({ connections, pipelining: 1 })
  const call: SendLoadRequest = async ({ url, method = 'GET', token, body, raw, expects = 200 }) => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...raw?.headers,
    }
    const requestBody = raw?.body ?? (body && JSON.stringify(body))
    const response = await request(url, { method, headers, body: requestBody, dispatcher })
    const text = await response.body.text()
    if (response.statusCode !== expects)
      throw new Error(`${method} ${new URL(url).pathname} returned ${response.statusCode} ${text.slice(0, 200)}`)
    return text.startsWith('{') ? (JSON.parse(text) as JsonBody) : {}
  }
  return { call, close: () => dispatcher.destroy() }
}

export const buildAgentUrl = ({ environment, fixtures }: OperationContext, path = ''): string =>
  `${environment.api.origin}/v1${fixtures.primaryAgent.path}${path}`
