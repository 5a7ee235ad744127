import { createHmac, generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpStub, startHttpStub } from './http-stub.ts'

/**
 * How a provider responds to a message. With `resets`, `silence`, `noise`, `garbage`, and `slow` it has accepted the
 * message all the same, and also with a status where `takes` says so.
 */
export type ProviderBehavior =
  | 'fine'
  | 'resets'
  | 'silence'
  | 'noise'
  | 'garbage'
  | 'slow'
  | { status: number; headers?: Record<string, string>; takes?: boolean }

export type FakeProviderName = 'google-rbm' | 'twilio' | 'http-sms'

type Call = Pick<FakeProviderCall, 'provider' | 'to' | 'id' | 'text'>

export type FakeProviderCall = {
  at: number
  /** When its first byte left the dispatching process, as far as an outside observer can see. */
  begunAt: number
  provider: FakeProviderName
  to: string
  /** The id by which the provider recognizes repeats, if it does. */
  id: string
  text: string
  /**
   * The person received it. A repeat of a known id has no effect where the provider drops repeats; Twilio sends
   * everything.
   */
  effect: boolean
  /** Whether the caller received a proper confirmation. */
  confirmed: boolean
}

export type FakeProviders = {
  port: number
  close: () => Promise<void>
  calls: FakeProviderCall[]
  comesOver(begunAt: BegunAt): void
  behave(mannerOf?: ChooseBehavior): void
}
/** Returns when the first byte of the request that has just arrived from that port was sent. */
type BegunAt = (port: number | undefined) => number | undefined
export type ChooseBehavior = (call: { provider: FakeProviderName; to: string; nth: number }) => ProviderBehavior

const secret = 'what the carrier and we know'
export const providerSecrets = { sms: secret, twilio: 'token of the account at Twilio', google: 'token of the client' }

/** Fake Google, Twilio, and SMS gateway on one port, which record every message they ever received. */
export async function startFakeProviders(): Promise<FakeProviders> {
  const calls: FakeProviderCall[] = []
  const counts = new Map<string, number>()
  const state = { mannerOf: (() => 'fine') as ChooseBehavior, begunAt: (() => undefined) as BegunAt }

  async function take(call: Call, begunAt: number, response: ServerResponse): Promise<void> {
    const nth = (counts.get(call.id) ?? 0) + 1
    counts.set(call.id, nth)
    const manner = state.mannerOf({ provider: call.provider, to: call.to, nth })
    const takes = typeof manner === 'string' || manner.takes === true
    const isKnown = call.provider !== 'twilio' && calls.some(({ id, effect }) => effect && id === call.id)
    const one = { ...call, at: Date.now(), begunAt, effect: takes && !isKnown, confirmed: false }
    calls.push(one)
    await answer({ manner, response, isKnown, ...call })
    one.confirmed = (manner === 'fine' || manner === 'slow') && !response.destroyed
  }

  const listener: HttpStub = await startHttpStub(async (request, body, response) => {
    const call = parseProviderCall(request, body)
    const begunAt = state.begunAt(request.socket.remotePort) ?? Date.now()
    if (call) return take(call, begunAt, response)
    response.setHeader('content-type', 'application/json')
    const number = listedNumber(request)
    if (number !== undefined) return void response.end(JSON.stringify({ messages: listed(calls, number) }))
    response.end(
      request.url?.startsWith('/token') ? '{"access_token":"token","expires_in":3599}' : '{"status":"active"}',
    )
  })
  return {
    port: listener.port,
    close: listener.close,
    calls,
    /** Sets the proxy that knows when each call began. */
    comesOver(begunAt: BegunAt): void {
      state.begunAt = begunAt
    },
    behave(mannerOf: ChooseBehavior = () => 'fine'): void {
      state.mannerOf = mannerOf
    },
  }
}

/** The number that a Twilio list request asks about. */
function listedNumber({ method, url = '/' }: IncomingMessage): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://carrier')
  const isList = method === 'GET' && pathname.endsWith('/Messages.json')
  return isList ? (searchParams.get('To') ?? '').replace('rcs:', '') : undefined
}

/** Twilio's list of the messages it accepted for a number, newest first. */
function listed(calls: readonly FakeProviderCall[], number: string): object[] {
  return calls
    .filter(({ provider, effect, to }) => provider === 'twilio' && effect && to === number)
    .map(({ at, to, text }) => ({
      ...{ to: `rcs:${to}`, body: text, status: 'sent', direction: 'outbound-api' },
      date_created: new Date(at).toUTCString(),
    }))
    .toReversed()
}

/** Parses a message in the format of one of the three providers; undefined for any other call. */
export function parseProviderCall(request: IncomingMessage, body: string): Call | undefined {
  const url = new URL(request.url ?? '/', 'http://carrier')
  const phone = /^\/v1\/phones\/([^/]+)\/agentMessages$/.exec(url.pathname)?.[1]
  if (phone) {
    const { contentMessage } = JSON.parse(body) as { contentMessage: { text: string } }
    const id = url.searchParams.get('messageId') ?? ''
    return { provider: 'google-rbm', to: decodeURIComponent(phone), id, text: contentMessage.text }
  }
  if (request.method === 'POST' && url.pathname.endsWith('/Messages.json')) {
    const form = new URLSearchParams(body)
    const id = new URL(form.get('StatusCallback') ?? 'http://nowhere').searchParams.get('message') ?? ''
    return { provider: 'twilio', to: form.get('To')?.replace('rcs:', '') ?? '', id, text: form.get('Body') ?? '' }
  }
  if (url.pathname !== '/sms') return undefined
  const { id, to, text } = JSON.parse(body) as { id: string; to: string; text: string }
  return { provider: 'http-sms', to, id, text }
}

type Answering = { manner: ProviderBehavior; response: ServerResponse; provider: FakeProviderName; isKnown: boolean }

async function answer({ manner, response, provider, isKnown }: Answering): Promise<void> {
  if (manner === 'silence') return
  if (manner === 'resets') return void response.socket?.resetAndDestroy()
  if (manner === 'noise') return void response.socket?.end('\u0000\u0001 220 this is no HTTP\r\n\r\n')
  if (manner === 'slow') await sleep(1_000)
  response.setHeader('content-type', 'application/json')
  if (manner === 'garbage') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome')
  if (typeof manner === 'object') return void response.writeHead(manner.status, manner.headers).end('{"error":{}}')
  // Google answers 409 to a known id.
  const status = provider === 'google-rbm' && isKnown ? 409 : provider === 'twilio' ? 201 : 200
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
  const stamps = { 'x-svc-request-timestamp': at, 'x-svc-signature': `v0=${signature}` }
  return { headers: { 'content-type': 'application/json', ...stamps }, body }
}

export function bindings(port: number) {
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
