import { Agent, request } from 'undici'
import type { Body } from '../../faults/traffic/client.ts'
import type { Setting } from '../setting.ts'
import type { Stage } from '../stage.ts'
import type { Chats } from './chats.ts'

/** What every operation is given. */
export type Scene = {
  stage: Stage
  setting: Setting
  chats: Chats
  call: Call
  random(): number
  /** A number that nobody had before. */
  next(): number
}

/** What an answer has set going; it is over when that has happened. */
export type Effect = { name: string; happened: Promise<unknown> }

export type Kind = {
  name: string
  /** Of all operations, so many in a hundred or so. */
  weight: number
  /** Throws where the answer is not the one that is expected. */
  act(scene: Scene): Promise<Effect | undefined>
}

export type Asked = {
  url: string
  method?: 'GET' | 'POST' | 'PATCH'
  token?: string
  body?: object
  /** In place of `body`, as it stands. */
  raw?: { headers: Record<string, string>; body: string }
  expects?: number
}
export type Call = (asked: Asked) => Promise<Body>

/** Connections to each door; who finds none free waits, and that counts. */
const connections = 128

export function openCalls(): { call: Call; close(): Promise<void> } {
  const dispatcher = new Agent({ connections, pipelining: 1 })
  const call: Call = async ({ url, method = 'GET', token, body, raw, expects = 200 }) => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...raw?.headers,
    }
    const sent = raw?.body ?? (body && JSON.stringify(body))
    const answer = await request(url, { method, headers, body: sent, dispatcher })
    const text = await answer.body.text()
    if (answer.statusCode !== expects)
      throw new Error(`${method} ${new URL(url).pathname} answered ${answer.statusCode} ${text.slice(0, 200)}`)
    return text.startsWith('{') ? (JSON.parse(text) as Body) : {}
  }
  return { call, close: () => dispatcher.destroy() }
}

export function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T
}

export const agentUrl = ({ stage, setting }: Scene, path = ''): string =>
  `${stage.api.origin}/v1${setting.harbour.path}${path}`
