import type { BubbleView, Channel } from '@parley/amf'

/** The API of the handset lab, on the same origin as this page: the gateway's. */

export const receiptModes = ['auto', 'manual', 'none'] as const
export type ReceiptMode = (typeof receiptModes)[number]
export const carrierFailures = [400, 429, 503, 'timeout'] as const
export type CarrierFailure = (typeof carrierFailures)[number]

export type HandsetAddress = { channel: Channel; address: string }
export type HandsetSettings = {
  reachable: boolean
  receipts: ReceiptMode
  latencyMs: number
  failNext?: { count: number; status: CarrierFailure }
}
export type MessageState = 'sent' | 'delivered' | 'read' | 'failed'
export type HandsetMessage = {
  messageId: string
  at: string
  direction: 'in' | 'out'
  native: unknown
  text: string
  /** For outbound messages. */
  view?: BubbleView
  state: MessageState
}
export type Handset = HandsetAddress & HandsetSettings & { typing: boolean; messages: HandsetMessage[] }

export type HandsetEvent =
  | { type: 'text'; text: string }
  | { type: 'tap'; label: string; messageId: string }
  | { type: 'pick'; id: string; also?: string[] }
  | { type: 'media'; url: string }
  | { type: 'location'; latitude: number; longitude: number }
  | { type: 'receipt'; messageId: string; state: Exclude<MessageState, 'sent'> }
  | { type: 'typing' | 'subscribe' | 'unsubscribe' }

export class LabError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export type LabClient = ReturnType<typeof createLabClient>

/** `token` is the agent's access token. */
export function createLabClient(token: string) {
  async function call<T>(method: string, path: string, body?: object, signal?: AbortSignal): Promise<T> {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(`/lab/v1${path}`, { method, headers, body: body && JSON.stringify(body), signal })
    const answer = await response.json().catch(() => ({}))
    if (!response.ok) throw new LabError(response.status, answer.detail ?? answer.title ?? `Status ${response.status}`)
    return answer as T
  }
  return {
    list: (signal: AbortSignal) => call<{ data: HandsetAddress[] }>('GET', '/handsets', undefined, signal),
    read: (at: HandsetAddress, signal: AbortSignal) => call<Handset>('GET', pathOf(at), undefined, signal),
    change: (at: HandsetAddress, settings: Partial<HandsetSettings>) =>
      call<HandsetAddress & HandsetSettings>('PUT', pathOf(at), settings),
    act: (at: HandsetAddress, event: HandsetEvent) => call('POST', `${pathOf(at)}/events`, event),
  }
}

const pathOf = ({ channel, address }: HandsetAddress): string => `/handsets/${channel}/${encodeURIComponent(address)}`
