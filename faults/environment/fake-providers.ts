import { createHmac, generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpStub, startHttpStub } from './http-stub.ts'

/**
 * How a provider responds to a message. With `reset`, `no-response`, `not-http`, `garbage`, and `slow` it accepts the
 * message first; with a status it accepts the message only if `accepts` is true.
 */
export type ProviderBehavior =
  | 'ok'
  | 'reset'
  | 'no-response'
  | 'not-http'
  | 'garbage'
  | 'slow'
  | { status: number; headers?: Record<string, string>; accepts?: boolean }

export type FakeProviderName = 'google-rbm' | 'twilio' | 'http-sms'

type Call = Pick<FakeProviderCall, 'provider' | 'to' | 'id' | 'text'>

export type FakeProviderCall = {
  at: number
  /** When its first byte left the dispatching process, as far as an outside observer can see. */
  startedAt: number
  provider: FakeProviderName
  to: string
  /** The id by which the provider recognizes repeats, if it does. */
  id: string
  text: string
  /**
   * The person received it. A repeat of a known id has no effect where the provider drops repeats; Twilio sends
   * everything.
   */
  delivered: boolean
  /** Whether the caller received a proper confirmation. */
  confirmed: boolean
}

export type FakeProviders = {
  port: number
  close: () => Promise<void>
  calls: FakeProviderCall[]
  setRequestStartSource(findRequestStart: FindRequestStart): void
  setBehavior(chooseBehavior?: ChooseBehavior): void
}
/** Returns when the first byte of the request that has just arrived from that port was sent. */
type FindRequestStart = (port: number | undefined) => number | undefined
export type ChooseBehavior = (call: { provider: FakeProviderName; to: string; attempt: number }) => ProviderBehavior

const secret = 'sms-gateway-shared-secret'
export const providerSecrets = { sms: secret, twilio: 'twilio-auth-token-value', google: 'google-client-token-value' }

/** Fake Google, Twilio, and SMS gateway on one port, which record every message they ever received. */
export async function startFakeProviders(): Promise<FakeProviders> {
  const calls: FakeProviderCall[] = []
  const counts = new Map<string, number>()
  const state = {
    chooseBehavior: (() => 'ok') as ChooseBehavior,
    findRequestStart: (() => undefined) as FindRequestStart,
  }

  async function handleMessage(call: Call, startedAt: number, response: ServerResponse): Promise<void> {
    const attempt = (counts.get(call.id) ?? 0) + 1
    counts.set(call.id, attempt)
    const behavior = state.chooseBehavior({ provider: call.provider, to: call.to, attempt })
    const accepts = typeof behavior === 'string' || behavior.accepts === true
    const isRepeat = call.provider !== 'twilio' && calls.some(({ id, delivered }) => delivered && id === call.id)
    const record = { ...call, at: Date.now(), startedAt, delivered: accepts && !isRepeat, confirmed: false }
    calls.push(record)
    await respond({ behavior, response, isRepeat, ...call })
    record.confirmed = (behavior === 'ok' || behavior === 'slow') && !response.destroyed
  }

  const stub: HttpStub = await startHttpStub(async (request, body, response) => {
    const call = parseProviderCall(request, body)
    const startedAt = state.findRequestStart(request.socket.remotePort) ?? Date.now()
    if (call) return handleMessage(call, startedAt, response)
    response.setHeader('content-type', 'application/json')
    const number = parseListedNumber(request)
    if (number !== undefined) return void response.end(JSON.stringify({ messages: listMessages(calls, number) }))
    response.end(
      request.url?.startsWith('/token') ? '{"access_token":"token","expires_in":3599}' : '{"status":"active"}',
    )
  })
  return {
    port: stub.port,
    close: stub.close,
    calls,
    /** Sets the proxy that knows when each call began. */
    setRequestStartSource(findRequestStart: FindRequestStart): void {
      state.findRequestStart = findRequestStart
    },
    setBehavior(chooseBehavior: ChooseBehavior = () => 'ok'): void {
      state.chooseBehavior = chooseBehavior
    },
  }
}

/** The number that a Twilio list request asks about. */
function parseListedNumber({ method, url = '/' }: IncomingMessage): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://provider')
  const isList = method === 'GET' && pathname.endsWith('/Messages.json')
  return isList ? (searchParams.get('To') ?? '').replace('rcs:', '') : undefined
}

/** Twilio's list of the messages it accepted for a number, newest first. */
function listMessages(calls: readonly FakeProviderCall[], number: string): object[] {
  return calls
    .filter(({ provider, delivered, to }) => provider === 'twilio' && delivered && to === number)
    .map(({ at, to, text }) => ({
      ...{ to: `rcs:${to}`, body: text, status: 'sent', direction: 'outbound-api' },
      date_created: new Date(at).toUTCString(),
    }))
    .toReversed()
}

/** Parses a message in the format of one of the three providers; undefined for any other call. */
export function parseProviderCall(request: IncomingMessage, body: string): Call | undefined {
  const url = new URL(request.url ?? '/', 'http://provider')
  const phone = /^\/v1\/phones\/([^/]+)\/agentMessages$/.exec(url.pathname)?.[1]
  if (phone) {
    const { contentMessage } = JSON.parse(body) as { contentMessage: { text: string } }
    const id = url.searchParams.get('messageId') ?? ''
    return { provider: 'google-rbm', to: decodeURIComponent(phone), id, text: contentMessage.text }
  }
  if (request.method === 'POST' && url.pathname.endsWith('/Messages.json')) {
    const form = new URLSearchParams(body)
    const id = new URL(form.get('StatusCallback') ?? 'http://missing').searchParams.get('message') ?? ''
    return { provider: 'twilio', to: form.get('To')?.replace('rcs:', '') ?? '', id, text: form.get('Body') ?? '' }
  }
  if (url.pathname !== '/sms') return undefined
  const { id, to, text } = JSON.parse(body) as { id: string; to: string; text: string }
  return { provider: 'http-sms', to, id, text }
}

type ResponseContext = {
  behavior: ProviderBehavior
  response: ServerResponse
  provider: FakeProviderName
  isRepeat: boolean
}

async function respond({ behavior, response, provider, isRepeat }: ResponseContext): Promise<void> {
  if (behavior === 'no-response') return
  if (behavior === 'reset') return void response.socket?.resetAndDestroy()
  if (behavior === 'not-http') return void response.socket?.end('\u0000\u0001 220 this is no HTTP\r\n\r\n')
  if (behavior === 'slow') await sleep(1_000)
  response.setHeader('content-type', 'application/json')
  if (behavior === 'garbage') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome')
  if (typeof behavior === 'object')
    return void response.writeHead(behavior.status, behavior.headers).end('{"error":{}}')
  // Google answers 409 to a known id.
  const status = provider === 'google-rbm' && isRepeat ? 409 : provider === 'twilio' ? 201 : 200
  response.writeHead(status).end('{"sid":"SM1","status":"queued"}')
}

/** An event of a person or a phone, as the SMS gateway reports it. */
export type InboundReport =
  | { type: 'message'; id: string; from: string; text: string }
  | { type: 'receipt'; id: string; state: 'sent' | 'delivered' | 'read' }

export function signReport(report: InboundReport | InboundReport[]): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(report)
  const at = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex')
  const signatureHeaders = { 'x-svc-request-timestamp': at, 'x-svc-signature': `v0=${signature}` }
  return { headers: { 'content-type': 'application/json', ...signatureHeaders }, body }
}

export function buildChannelBindings(port: number) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const account = { client_email: 'bot@example.com', private_key: pem, private_key_id: 'k1' }
  const google = { agentId: 'agent', serviceAccountKey: JSON.stringify(account), clientToken: providerSecrets.google }
  const twilio = { accountSid: 'AC1', authToken: providerSecrets.twilio, messagingServiceSid: 'MG1' }
  const sms = { sendUrl: `http://127.0.0.1:${port}/sms`, secret }
  return {
    google: { channel: 'rcs', mode: 'unmanaged', provider: 'google-rbm', auth: { ...google, region: 'us' } },
    twilio: { channel: 'rcs', mode: 'unmanaged', provider: 'twilio', auth: twilio },
    sms: { channel: 'sms', mode: 'unmanaged', provider: 'http-sms', auth: sms },
  } as const
}
