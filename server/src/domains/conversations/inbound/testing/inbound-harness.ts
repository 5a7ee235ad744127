import type { Channel, OpenIntent } from '@parley/amf'
import type { Database } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { createAnnounce } from '../../../../platform/outbox.ts'
import { realWorld, type World } from '../../../../platform/world.ts'
import { agentFactories, createAgentFinder, createDefinitions } from '../../../agents/index.ts'
import { builtInCatalog } from '../../../catalogs/index.ts'
import type { Adapter, Inbound, InboundContent, InboundContentBody, LiveBinding } from '../../../channels/index.ts'
import type { AgentLogRecord, ReceiveResult } from '../../deps.ts'
import type { SentAffordances } from '../../dispatch/render.ts'
import type { GatewayEvent } from '../../event.ts'
import { createPublishEvents } from '../../events/worker.ts'
import type { InboundDeps } from '../deps.ts'
import { createReceive } from '../receive.ts'

/** A clock that stands still until advanced, with random ids. */
export function createInboundWorld(): World & { advance(minutes: number): void } {
  let at = Date.parse('2030-01-31T12:00:00.000Z')
  return {
    ...realWorld,
    now: () => new Date(at),
    advance: (minutes) => {
      at += minutes * 60_000
    },
  }
}

type HarnessEnvironment = {
  server: { database: Database; context: { log: InboundDeps['log'] } }
  agent: { id: string; orgId: string }
  world: World
}

type InboundHarness = {
  key: AgentKey
  deps: InboundDeps
  /** Recorded effects of inbound processing, in order. */
  systemMessages: { asid: string; text: string }[]
  released: string[]
  receipts: Inbound[]
  logs: AgentLogRecord[]
  shown: Map<string, SentAffordances>
  binding(channel: Channel, overrides?: Partial<LiveBinding>): LiveBinding
  receive(binding: LiveBinding, ...inbounds: Inbound[]): Promise<ReceiveResult[]>
  /** All events of a conversation published to the agent, in order. */
  publishedEvents(asid: string): Promise<{ event: GatewayEvent; sessionId: string; windowState: string; id: string }[]>
  conversation(asid: string): Promise<Record<string, unknown>>
  open(asid: string, intents: OpenIntent[]): Promise<void>
}

/** Inbound processing of an agent, with everything behind it recorded. */
export async function createInboundHarness(
  environment: HarnessEnvironment,
  overrides: Partial<InboundDeps> = {},
): Promise<InboundHarness> {
  const { server, agent } = environment
  const key = (await createAgentFinder(server.database.db)({ id: agent.orgId }, agent.id)) as AgentKey
  const records: HarnessRecords = { systemMessages: [], released: [], receipts: [], logs: [], shown: new Map() }
  const deps: InboundDeps = { ...createHarnessDeps(environment, records), ...overrides }
  const receive = createReceive(deps)
  return {
    ...records,
    key,
    deps,
    binding: (channel, overrides) => ({ ...createHarnessBinding(key, channel), ...overrides }),
    receive: (binding, ...inbounds) => receive(key, binding, inbounds),
    ...createReaders(server.database.pool, key),
  }
}

type HarnessRecords = Pick<InboundHarness, 'systemMessages' | 'released' | 'receipts' | 'logs' | 'shown'>

function createHarnessDeps({ server, world }: HarnessEnvironment, records: HarnessRecords): InboundDeps {
  const announce = createAnnounce(world)
  const failIfCalled = () => {
    throw new Error('this test may not reach the network')
  }
  return {
    db: server.database.db,
    world,
    log: server.context.log,
    channels: {
      ...{
        listBindings: failIfCalled,
        findByChannel: failIfCalled,
        listStates: failIfCalled,
        findById: failIfCalled,
        findAdapter: failIfCalled,
        batchRateOf: failIfCalled,
      },
      requireAdapter: () => ({}) as Adapter,
    },
    fetch: failIfCalled,
    call: failIfCalled,
    open: failIfCalled,
    apis: {},
    definitions: createDefinitions({
      environment: agentFactories.createDefinitionEnvironment(builtInCatalog),
      announce,
      listeners: [],
    }),
    announce,
    publishEvents: createPublishEvents({ world }),
    sendDisclaimer: async () => {},
    sendSystemMessage: async (_tx, _agent, { asid }, text) => void records.systemMessages.push({ asid, text }),
    processReceipts: async (_agent, _binding, receipts) => void records.receipts.push(...receipts),
    rehostMedia: async () => undefined,
    releaseWaiting: async (_tx, _agent, asid) => void records.released.push(asid),
    writeLog: (_agent, entry) => void records.logs.push(entry),
    readAffordances: async (_agent, messageId) => records.shown.get(messageId),
    findLastAcceptedAt: async () => undefined,
    optOutFence: { recordStop() {}, drain: async () => {} },
  }
}

function createReaders(
  pool: Database['pool'],
  key: AgentKey,
): Pick<InboundHarness, 'publishedEvents' | 'conversation' | 'open'> {
  return {
    async publishedEvents(asid) {
      const { rows } = await pool.query(
        'select id, event, session_id, window_state from conversation_events where agent_key = $1 and asid = $2 and due_at is not null order by event_key',
        [key.key, asid],
      )
      return rows.map((row) => ({
        id: row.id,
        event: row.event,
        sessionId: row.session_id,
        windowState: row.window_state,
      }))
    },
    async conversation(asid) {
      const { rows } = await pool.query('select * from conversations where agent_key = $1 and asid = $2', [
        key.key,
        asid,
      ])
      return rows[0]
    },
    async open(asid, intents) {
      await pool.query('update conversations set intents = $3 where agent_key = $1 and asid = $2', [
        key.key,
        asid,
        JSON.stringify(intents),
      ])
    },
  }
}

function createHarnessBinding({ key }: AgentKey, channel: Channel): LiveBinding {
  return {
    agentKey: key,
    bindingKey: 1,
    id: `chb_${channel}`,
    channel,
    mode: 'managed',
    provider: 'lab',
    auth: {},
    callbackUrl: `https://gateway.example.com/providers/chb_${channel}`,
    status: 'Active',
  }
}

let count = 0
export const newAddress = (): string => `+1202${String(++count).padStart(7, '0')}`
export const newInboundId = (): string => `in-${++count}`

export function inboundContent(
  from: string,
  textOrContent: string | InboundContentBody,
  overrides: Partial<InboundContent> = {},
): InboundContent {
  const content = typeof textOrContent === 'string' ? ({ type: 'text', text: textOrContent } as const) : textOrContent
  return { kind: 'content', from, id: newInboundId(), content, ...overrides }
}

/** The kind of each event, in one or two words. */
export const eventKindsOf = (content: readonly { event: GatewayEvent }[]): string[] =>
  content.map(({ event }) => {
    if (event.type !== 'system') return event.type
    return event.window ? `${event.kind} ${event.window.state}` : event.kind
  })
