import { type AgentClient, ParleyError, ParleyUnreachable } from '@parley/sdk'
import { defineCommand } from '../../command.ts'
import { createCliClient, version } from '../../connection/connect.ts'
import { agentOptions, connectionHeading, isLocalServer, parseGatewayUrlOption } from '../../connection/options.ts'
import { type ConnectionSettings, resolveSettings } from '../../connection/settings.ts'
import { exitCodes, toCommandError } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { truncateToWidth } from '../../layout/width.ts'
import { formatCountOf, toPrintable } from '../../text/printable.ts'

const marks = { ok: ['green', 'ok  '], doubtful: ['yellow', 'hm  '], wrong: ['red', 'FAIL'] } as const

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'diagnose the connection between this machine and Parley',
  about:
    'checks what commands need: is Parley reachable and healthy, which version is it, do the clocks agree,\nwhat does the key allow, which model answers, can the stored phone numbers exist, is the messaging\ngateway reachable.',
  options: {
    ...agentOptions,
    gateway: {
      ...{ type: 'string', value: 'URL', heading: connectionHeading },
      description:
        'URL of the gateway; default: PARLEY_GATEWAY_URL, else the\nsaved URL, else port 4400 of this machine',
    },
  },
  exitDescriptions: { 0: 'no problems', 1: 'at least one problem' },
  examples: [
    ['parley doctor', 'the server that commands use on this machine'],
    ['parley doctor --url https://parley.example.com', 'another Parley server'],
    ['parley doctor --agent front-desk --json', 'for scripts; checks the phone numbers of this agent only'],
  ],
  next: ['docs/operations.md describes what to monitor on the server itself'],
  async run({ options, io, print, paint, json }) {
    const settings = resolveSettings(options, io)
    if (settings.key) io.addSecret(settings.key)
    const gatewayUrl = options.gateway ?? io.env.PARLEY_GATEWAY_URL ?? settings.gatewayUrl
    const checks = await runDoctorChecks({ ...settings, gatewayUrl, onlyAgent: options.agent }, io)
    for (const { name, state, says } of checks) {
      const [color, word] = marks[state]
      print(`${paint(color, word)}  ${name.padEnd(8)}  ${says}`)
    }
    const exit = checks.some(({ state }) => state === 'wrong') ? exitCodes.failed : exitCodes.passed
    json({ exitCode: exit, checks })
    return exit
  },
})

export type DoctorCheck = { name: string; state: 'ok' | 'doubtful' | 'wrong'; says: string }

const patienceMilliseconds = 10_000
/** Webhook signatures more than five minutes off are rejected; a clock with this much skew may drift that far. */
const maxClockSkewSeconds = 60

type DoctorSettings = ConnectionSettings & {
  /** Named by an option. A saved agent limits no check. */
  onlyAgent?: string
}

/** Runs every check, even if an earlier one fails. */
async function runDoctorChecks(settings: DoctorSettings, io: Io): Promise<DoctorCheck[]> {
  const server = await runProbe(`${settings.url}/readyz`, io)
  return [
    serverCheck(settings.url, server),
    ...(server.kind === 'answered' ? [clockCheck(server), await versionCheck(settings.url, io)] : []),
    ...(server.kind === 'answered' ? [await keyCheck(settings, io), ...(await modelCheck(settings, io))] : []),
    ...(server.kind === 'answered' ? await phoneNumbersCheck(settings, io) : []),
    await gatewayCheck(settings, io),
  ]
}

type ProbeAnswer = { kind: 'answered'; status: number; body: Record<string, unknown>; skewSeconds?: number }
type ProbeResult = ProbeAnswer | { kind: 'silent'; reason: string }

async function runProbe(url: string, { fetch, currentDate }: Io): Promise<ProbeResult> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMilliseconds), redirect: 'manual' })
    const serverTime = Date.parse(response.headers.get('date') ?? '')
    const skew = Number.isNaN(serverTime) ? undefined : Math.round((currentDate().getTime() - serverTime) / 1000)
    const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
    return { kind: 'answered', status: response.status, body, skewSeconds: skew }
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    return { kind: 'silent', reason: cause?.code ?? `no answer within ${patienceMilliseconds / 1000} s` }
  }
}

function serverCheck(url: string, probe: ProbeResult): DoctorCheck {
  const name = 'server'
  if (probe.kind === 'silent') {
    return {
      name,
      state: 'wrong',
      says: `${url} cannot be reached (${probe.reason}); \`parley start\` starts one here`,
    }
  }
  const { status, reason } = probe.body as { status?: unknown; reason?: unknown }
  if (probe.status === 200 && status === 'ready') return { name, state: 'ok', says: `${url} is reachable and ready` }
  if (typeof reason === 'string') return { name, state: 'wrong', says: `${url} is not ready: ${toPrintable(reason)}` }
  return {
    name,
    state: 'wrong',
    says: `${url} is not a Parley server: check the address, or a proxy in front of it`,
  }
}

function clockCheck({ skewSeconds: skew }: ProbeAnswer): DoctorCheck {
  const name = 'clock'
  if (skew === undefined) return { name, state: 'doubtful', says: 'the server did not report its time' }
  if (Math.abs(skew) <= maxClockSkewSeconds) return { name, state: 'ok', says: 'the clocks agree' }
  const way = skew > 0 ? 'ahead of' : 'behind'
  return {
    name,
    state: 'wrong',
    says: `this machine's clock is ${Math.abs(skew)} s ${way} the server’s: signatures will be rejected`,
  }
}

async function versionCheck(url: string, io: Io): Promise<DoctorCheck> {
  const name = 'version'
  const probe = await runProbe(`${url}/openapi.json`, io)
  const { info } = (probe.kind === 'answered' ? probe.body : {}) as { info?: { version?: unknown } }
  if (typeof info?.version !== 'string')
    return { name, state: 'doubtful', says: 'the server did not report its version' }
  const theirs = truncateToWidth(toPrintable(info.version), 40)
  if (theirs === version) return { name, state: 'ok', says: `server and command line are both ${theirs}` }
  return { name, state: 'doubtful', says: `the server is ${theirs}, the command line is ${version}` }
}

async function keyCheck({ url, key, from }: ConnectionSettings, io: Io): Promise<DoctorCheck> {
  const name = 'key'
  if (!key) return { name, state: 'wrong', says: 'there is none: run `parley login`, or set PARLEY_API_KEY' }
  try {
    const { org, scopes } = await createCliClient({ url, key }, io).get('/me')
    return { name, state: 'ok', says: `from ${from}, of org ${toPrintable(org.id)}, ${org.role}: ${scopes.join(' ')}` }
  } catch (error) {
    if (!(error instanceof ParleyError) && !(error instanceof ParleyUnreachable)) throw error
    return { name, state: 'wrong', says: `from ${from}: ${toCommandError(error).message}` }
  }
}

/** Which model answers for agents that chose none. Says nothing without a valid key. */
async function modelCheck({ url, key }: ConnectionSettings, io: Io): Promise<DoctorCheck[]> {
  const name = 'model'
  if (!key) return []
  try {
    const client = createCliClient({ url, key }, io)
    const { org } = await client.get('/me')
    const { data } = await client.org(org.id).get('/models')
    const installed = data.find(({ id }) => id === 'default')
    const own = data.length - (installed ? 2 : 1)
    const more = own > 0 ? `; the org has ${own} of its own` : ''
    if (installed) {
      const model = truncateToWidth(toPrintable(`${installed.provider}:${installed.model}`), 60)
      return [{ name, state: 'ok', says: `${model} answers${more}` }]
    }
    const says = `the embedded model answers${more || ': add a model with `parley models add`, or set MODEL'}`
    return [{ name, state: own > 0 ? 'ok' : 'doubtful', says }]
  } catch (error) {
    if (!(error instanceof ParleyError) && !(error instanceof ParleyUnreachable)) throw error
    return [{ name, state: 'doubtful', says: 'the models cannot be read with this key' }]
  }
}

/** 200,000 people or identities: some seconds, however many there are. */
const maxNumberPages = 100
const maxNumberExamples = 3

type NumbersReport = { checked: number; invalid: number; examples: string[]; pages: number; complete: boolean }

/** Says nothing without a key. */
async function phoneNumbersCheck({ url, key, org, onlyAgent }: DoctorSettings, io: Io): Promise<DoctorCheck[]> {
  const name = 'numbers'
  if (!key) return []
  const report: NumbersReport = { checked: 0, invalid: 0, examples: [], pages: 0, complete: true }
  try {
    const parley = createCliClient({ url, key }, io)
    const client = parley.org(org ?? (await parley.me.get()).org.id)
    if (onlyAgent === undefined)
      for await (const { id } of client.agents.list()) await addNumbersOf(client.agent(id), id, report)
    else await addNumbersOf(client.agent(onlyAgent), onlyAgent, report)
  } catch (error) {
    if (!(error instanceof ParleyError) && !(error instanceof ParleyUnreachable)) throw error
    return [{ name, state: 'doubtful', says: `cannot be checked: ${toCommandError(error).message}` }]
  }
  return [{ name, ...describeNumbers(report) }]
}

async function addNumbersOf(client: AgentClient, agent: string, report: NumbersReport): Promise<void> {
  let pageToken: string | undefined
  do {
    report.complete &&= report.pages < maxNumberPages
    if (!report.complete) return
    const page = await client.people.invalidPhoneNumbers.list({ query: { pageToken } })
    report.pages += 1
    report.checked += page.checked
    report.invalid += page.data.length
    for (const { number, personId, asid } of page.data.slice(0, maxNumberExamples - report.examples.length)) {
      const owner = personId ?? asid
      report.examples.push(toPrintable(`${number} of ${owner} at ${agent}`))
    }
    pageToken = page.nextPageToken
  } while (pageToken !== undefined)
}

function describeNumbers({ checked, invalid, examples, complete }: NumbersReport): Omit<DoctorCheck, 'name'> {
  const count = formatCountOf(checked, 'stored phone number').replace(/^\d+/, (digits) =>
    Number(digits).toLocaleString('en'),
  )
  const rest = complete ? '' : `, the first of more: name an agent with --agent, or list them as below`
  if (invalid === 0) {
    const says = checked === 0 ? 'no phone numbers are stored' : `checked ${count}${rest}; all of them can exist`
    return { state: complete ? 'ok' : 'doubtful', says }
  }
  const advice =
    'correct them in the console or with an import that names their country; ' +
    "`parley get '/orgs/{org}/agents/{agent}/people/invalid-phone-numbers'` lists them"
  const says = `${invalid} of ${count}${rest} cannot exist: ${examples.join(', ')}${invalid > examples.length ? ', …' : ''}; ${advice}`
  return { state: 'doubtful', says }
}

async function gatewayCheck({ url, gatewayUrl }: ConnectionSettings, io: Io): Promise<DoctorCheck> {
  const name = 'gateway'
  const explicitUrl = parseGatewayUrlOption(gatewayUrl)
  const address = explicitUrl ?? defaultGatewayUrl(url)
  const notSet = 'its address is not set: use --gateway or PARLEY_GATEWAY_URL'
  if (!address) return { name, state: 'doubtful', says: notSet }
  const probe = await runProbe(`${address}/readyz`, io)
  if (probe.kind === 'answered' && probe.status === 200)
    return { name, state: 'ok', says: `${address} is reachable and ready` }
  const trouble = `${address} ${probe.kind === 'silent' ? `cannot be reached (${probe.reason})` : 'is not ready'}`
  return explicitUrl
    ? { name, state: 'wrong', says: trouble }
    : { name, state: 'doubtful', says: `${trouble}; ${notSet}` }
}

/** The default gateway address next to a local server. */
const defaultGatewayUrl = (url: string): string | undefined =>
  isLocalServer(url) ? `${new URL(url).protocol}//${new URL(url).hostname}:4400` : undefined
