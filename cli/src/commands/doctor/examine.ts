import { ParleyError, ParleyUnreachable } from '@parley/sdk'
import { gatewayUrlOf, isHere } from '../../connection/address.ts'
import { clientOf } from '../../connection/connect.ts'
import type { Settings } from '../../connection/settings.ts'
import { version } from '../../connection/user-agent.ts'
import { endingOf } from '../../failure.ts'
import type { Io } from '../../io.ts'
import { shortened } from '../../layout/width.ts'
import { plain } from '../../text/plain.ts'

export type Check = { name: string; state: 'ok' | 'doubtful' | 'wrong'; says: string }

const patienceMilliseconds = 10_000
/** Signatures of webhooks are refused beyond five minutes; whoever is this far off will be. */
const mostSkewSeconds = 60

/** One after the other, each for itself: what is wrong with one need not be with the next. */
export async function examine(settings: Settings, io: Io): Promise<Check[]> {
  const server = await probed(`${settings.url}/readyz`, io)
  return [
    serverCheck(settings.url, server),
    ...(server.kind === 'answered' ? [clockCheck(server), await versionCheck(settings.url, io)] : []),
    ...(server.kind === 'answered' ? [await keyCheck(settings, io)] : []),
    await gatewayCheck(settings, io),
  ]
}

type Answered = { kind: 'answered'; status: number; body: Record<string, unknown>; skewSeconds?: number }
type Probed = Answered | { kind: 'silent'; why: string }

async function probed(url: string, { fetch, today }: Io): Promise<Probed> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMilliseconds), redirect: 'manual' })
    const told = Date.parse(response.headers.get('date') ?? '')
    const skew = Number.isNaN(told) ? undefined : Math.round((today().getTime() - told) / 1000)
    const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
    return { kind: 'answered', status: response.status, body, skewSeconds: skew }
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    return { kind: 'silent', why: cause?.code ?? `no answer within ${patienceMilliseconds / 1000} s` }
  }
}

function serverCheck(url: string, probe: Probed): Check {
  const name = 'server'
  if (probe.kind === 'silent') {
    return { name, state: 'wrong', says: `${url} cannot be reached (${probe.why}); \`parley start\` starts one here` }
  }
  const { status, reason } = probe.body as { status?: unknown; reason?: unknown }
  if (probe.status === 200 && status === 'ready') return { name, state: 'ok', says: `${url} is there and ready` }
  if (typeof reason === 'string') return { name, state: 'wrong', says: `${url} is not ready: ${plain(reason)}` }
  return {
    name,
    state: 'wrong',
    says: `what answers at ${url} is no Parley: look at the address, or at a proxy before it`,
  }
}

function clockCheck({ skewSeconds: skew }: Answered): Check {
  const name = 'clock'
  if (skew === undefined) return { name, state: 'doubtful', says: 'the server does not tell its time' }
  if (Math.abs(skew) <= mostSkewSeconds) return { name, state: 'ok', says: 'the clocks agree' }
  const way = skew > 0 ? 'ahead of' : 'behind'
  return {
    name,
    state: 'wrong',
    says: `this clock is ${Math.abs(skew)} s ${way} the server’s: signatures will be refused`,
  }
}

async function versionCheck(url: string, io: Io): Promise<Check> {
  const name = 'version'
  const probe = await probed(`${url}/openapi.json`, io)
  const { info } = (probe.kind === 'answered' ? probe.body : {}) as { info?: { version?: unknown } }
  if (typeof info?.version !== 'string')
    return { name, state: 'doubtful', says: 'the server does not tell its version' }
  const theirs = shortened(plain(info.version), 40)
  if (theirs === version) return { name, state: 'ok', says: `server and command line are ${theirs}` }
  return { name, state: 'doubtful', says: `the server is ${theirs}, the command line ${version}` }
}

async function keyCheck({ url, key, from }: Settings, io: Io): Promise<Check> {
  const name = 'key'
  if (!key) return { name, state: 'wrong', says: 'there is none: `parley login`, or set PARLEY_API_KEY' }
  try {
    const { org, scopes } = await clientOf({ url, key }, io).get('/me')
    return { name, state: 'ok', says: `from ${from}, of org ${plain(org.id)}, ${org.role}: ${scopes.join(' ')}` }
  } catch (error) {
    if (!(error instanceof ParleyError) && !(error instanceof ParleyUnreachable)) throw error
    return { name, state: 'wrong', says: `from ${from}: ${endingOf(error).message}` }
  }
}

async function gatewayCheck({ url, gatewayUrl }: Settings, io: Io): Promise<Check> {
  const name = 'gateway'
  const said = gatewayUrlOf(gatewayUrl)
  const address = said ?? besides(url)
  const unsaid = 'nobody has said where it is: --gateway or PARLEY_GATEWAY_URL'
  if (!address) return { name, state: 'doubtful', says: unsaid }
  const probe = await probed(`${address}/readyz`, io)
  if (probe.kind === 'answered' && probe.status === 200)
    return { name, state: 'ok', says: `${address} is there and ready` }
  const trouble = `${address} ${probe.kind === 'silent' ? `cannot be reached (${probe.why})` : 'is not ready'}`
  return said ? { name, state: 'wrong', says: trouble } : { name, state: 'doubtful', says: `${trouble}; ${unsaid}` }
}

/** Where it is unless somebody has moved it. */
const besides = (url: string): string | undefined =>
  isHere(url) ? `${new URL(url).protocol}//${new URL(url).hostname}:4400` : undefined
