import type { BubbleView, Channel } from '@parley/amf'

/** The API of the handset lab, on the same origin as this page: the gateway's. */

export const receiptModes = ['auto', 'manual', 'none'] as const
export type LabReceiptMode = (typeof receiptModes)[number]
export const carrierFailures = [400, 429, 503, 'timeout'] as const
export type CarrierFailure = (typeof carrierFailures)[number]

export type LabAddress = { channel: Channel; address: string }
export type LabSettings = {
  reachable: boolean
  receipts: LabReceiptMode
  latencyMs: number
  failNext?: { count: number; status: CarrierFailure }
}
export type LabMessageState = 'sent' | 'delivered' | 'read' | 'failed'
export type LabMessage = {
  messageId: string
  at: string
  direction: 'in' | 'out'
  native: unknown
  text: string
  /** For outbound messages. */
  view?: BubbleView
  state: LabMessageState
}
export type LabHandset = LabAddress & LabSettings & { typing: boolean; messages: LabMessage[] }

export type LabAction =
  | { type: 'text'; text: string }
  | { type: 'tap'; label: string; messageId: string }
  | { type: 'pick'; id: string; also?: string[] }
  | { type: 'media'; url: string }
  | { type: 'location'; latitude: number; longitude: number }
  | { type: 'receipt'; messageId: string; state: Exclude<LabMessageState, 'sent'> }
  | { type: 'typing' | 'subscribe' | 'unsubscribe' }

export class LabError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export type LabClient = {
  list(signal: AbortSignal): Promise<{ data: LabAddress[] }>
  read(at: LabAddress, signal: AbortSignal): Promise<LabHandset>
  /** Creates the handset if it does not exist. */
  change(at: LabAddress, settings: Partial<LabSettings>): Promise<LabAddress & LabSettings>
  act(at: LabAddress, action: LabAction): Promise<unknown>
}

/** `token` is the agent's access token. */
export function createLabClient(token: string): LabClient {
  async function call<T>(method: string, path: string, body?: object, signal?: AbortSignal): Promise<T> {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(`/lab/v1${path}`, { method, headers, body: body && JSON.stringify(body), signal })
    const answer = await response.json().catch(() => ({}))
    if (!response.ok) throw new LabError(response.status, answer.detail ?? answer.title ?? `Status ${response.status}`)
    return answer as T
  }
  return {
    list: (signal: AbortSignal) => call<{ data: LabAddress[] }>('GET', '/handsets', undefined, signal),
    read: (at: LabAddress, signal: AbortSignal) => call<LabHandset>('GET', pathOf(at), undefined, signal),
    change: (at: LabAddress, settings: Partial<LabSettings>) =>
      call<LabAddress & LabSettings>('PUT', pathOf(at), settings),
    act: (at: LabAddress, event: LabAction) => call('POST', `${pathOf(at)}/events`, event),
  }
}

const pathOf = ({ channel, address }: LabAddress): string => `/handsets/${channel}/${encodeURIComponent(address)}`
