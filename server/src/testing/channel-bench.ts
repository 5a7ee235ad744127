import assert from 'node:assert/strict'
import { channels as everyChannel } from '@parley/amf'
import { builtInCatalog } from '../domains/catalogs/index.ts'
import { type Adapter, bindingWork, createChannels, DispatchFailedError } from '../domains/channels/index.ts'
import { createAnnounce } from '../platform/outbox.ts'
import { createWorker } from '../platform/work/index.ts'
import { stillWorld } from '../platform/world.ts'
import { createTestAgent, type TestAgent } from './agent.ts'
import { createTestApp } from './app.ts'
import { assertStatus, type ReplyBody } from './client.ts'

type Logged = Parameters<NonNullable<Parameters<typeof bindingWork>[0]['writeLog']>>[1]

/** The API, a worker for its bindings, and an SMS gateway that distinguishes valid from invalid secrets. */
export async function createChannelBench({ hasProviders = true }: { hasProviders?: boolean } = {}) {
  const world = stillWorld('2030-01-31T09:00:00Z')
  const server = await createTestApp({ world })
  const { db } = server.database
  const logEntries: Logged[] = []
  const { keyring, config } = server.context
  const { gatewayPublicUrl } = config
  const channels = createChannels({
    db,
    keyring,
    adapters: [gateway, ...(hasProviders ? providerAdapters : [])],
    gatewayPublicUrl,
  })
  const work = bindingWork({
    db,
    world,
    channels,
    catalog: builtInCatalog,
    announce: createAnnounce(world),
    writeLog: (_, entry) => void logEntries.push(entry),
    fetch: world.fetch,
    call: () => assert.fail('no provider is called here'),
    apis: {},
  })
  const worker = createWorker({ db, world, log: { warn() {}, error() {} }, works: [work] })
  return {
    server,
    world,
    db,
    channels,
    worker,
    logEntries,
    agent: (document?: object) => createTestAgent(server, document),
  }
}

const [gatewayCalled, gatewayReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]

/** Is called once, and refuses when the test says so. */
export const slowGateway = {
  isAsked: gatewayCalled.promise,
  refuse: () => gatewayReleased.resolve(),
  async answer(): Promise<never> {
    gatewayCalled.resolve()
    await gatewayReleased.promise
    throw new DispatchFailedError('credentials', 'the secret is not known')
  },
}

/** The secret determines the gateway's response. */
const gateway: Adapter = {
  provider: 'http-sms',
  channel: 'sms',
  ignoresRepeats: false,
  acceptsClientIds: false,
  batchPerSecond: 1,
  verify: () => undefined,
  parse: () => ({ inbounds: [] }),
  send: () => assert.fail('nothing is sent here'),
  async check({ auth }) {
    if (auth.secret === 'wrong') throw new DispatchFailedError('credentials', 'the secret is not known')
    if (auth.secret === 'busy') throw new DispatchFailedError('providerError', 'it is busy', { retry: 'later' })
    if (auth.secret === 'slow') await slowGateway.answer()
    if (auth.secret === 'broken') throw new Error('something with the secret in it')
    return { routingId: `route of ${auth.from ?? 'nobody'}` }
  },
}

export const businessInputs = {
  displayName: 'Harbour',
  description: 'Boats and berths',
  contactEmail: 'ops@example.com',
  privacyPolicyUrl: 'https://example.com/privacy',
  termsOfServiceUrl: 'https://example.com/terms',
}
export const managedRcs = { channel: 'rcs', mode: 'managed', inputs: businessInputs }
export const unmanagedSms = (secret: string, from?: string) => ({
  channel: 'sms',
  mode: 'unmanaged',
  provider: 'http-sms',
  auth: { sendUrl: 'https://example.com/send', secret, ...(from && { from }) },
})

export async function createBinding(agent: TestAgent, body: object): Promise<ReplyBody> {
  return assertStatus(await agent.post('/channels', body), 201)
}
export async function readBinding(agent: TestAgent, id: string): Promise<ReplyBody> {
  return assertStatus(await agent.get(`/channels/${id}`), 200)
}

const providerAdapters: Adapter[] = everyChannel.map((channel) => ({ ...gateway, provider: 'lab', channel }))
