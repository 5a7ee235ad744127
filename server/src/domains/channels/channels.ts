import type { Channel } from '@parley/amf'
import type { Db } from '../../platform/db/database.ts'
import { StartupError } from '../../platform/errors.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { Adapter, AdapterBinding } from './adapter.ts'
import { createAuthDecryptor } from './form-values.ts'
import { createLiveBindingReader, type LiveRow, listBindingStates } from './queries/live.ts'

export type LiveBinding = AdapterBinding & {
  mode: 'managed' | 'unmanaged'
  status: BindingStatus
  minMessageDelayMs?: number
  compliance?: { enabled: boolean; disclaimerText?: string }
  /** Web chat: the origins whose pages may embed it. Absent: any. */
  allowedOrigins?: readonly string[]
}

export const bindingStatuses = ['Requested', 'Provisioning', 'ActionRequired', 'Active', 'Failed', 'Disabled'] as const
export type BindingStatus = (typeof bindingStatuses)[number]

/** Who carries the messages of a binding. The phones of the handset lab are virtual: nothing reaches a real one. */
export const carriers = ['provider', 'webchat', 'lab'] as const
export type Carrier = (typeof carriers)[number]

export const carrierOf = (provider: string): Carrier =>
  carriers.find((carrier) => carrier !== 'provider' && carrier === provider) ?? 'provider'

export type BindingState = {
  agentKey: number
  id: string
  channel: Channel
  carrier: Carrier
  status: BindingStatus
  statusDetail: string | null
  updatedAt: Date
}

export type Channels = {
  /**
   * Lists the live bindings of an agent in any status, at most one per channel. Reads in the same tick share a
   * statement.
   */
  listBindings(agent: Pick<AgentKey, 'key'>, tx?: Db): Promise<LiveBinding[]>
  findByChannel(agent: Pick<AgentKey, 'key'>, channel: Channel, tx?: Db): Promise<LiveBinding | undefined>
  /** Lists the states of the live bindings of these agents, without credentials and without checking access. */
  listStates(agentKeys: readonly number[]): Promise<BindingState[]>
  /** Finds a binding by id alone, for webhook calls of providers. */
  findById(bindingId: string): Promise<{ agent: AgentKey; binding: LiveBinding } | undefined>
  requireAdapter(binding: Pick<AdapterBinding, 'provider' | 'channel'>): Adapter
  /** Undefined if this installation has no adapter for the provider. */
  findAdapter(binding: Pick<AdapterBinding, 'provider' | 'channel'>): Adapter | undefined
  /** Bulk messages per second that the provider accepts from one binding; an operator may override the default. */
  batchRateOf(adapter: Pick<Adapter, 'provider' | 'batchPerSecond'>): number
}

type ChannelsDeps = {
  db: Db
  keyring: Keyring
  adapters: readonly Adapter[]
  gatewayPublicUrl: string
  /** Bulk messages per second, by provider, where an operator has agreed on a rate other than the default. */
  batchRates?: Readonly<Record<string, number>>
}

export function createChannels({ db, keyring, adapters, gatewayPublicUrl, batchRates = {} }: ChannelsDeps): Channels {
  refuseUnknownProviders(batchRates, adapters)
  const reads = createLiveBindingReader(db)
  const open = createAuthDecryptor(keyring)
  const adapterBy = new Map(adapters.map((adapter) => [nameOf(adapter), adapter]))
  const live = (row: LiveRow): LiveBinding => ({
    ...settingsOf(row),
    auth: open({ key: row.agent_key }, row.id, row.auth),
    callbackUrl: callbackUrlOf(gatewayPublicUrl, row.id),
  })
  const of: Channels['listBindings'] = async (agent, tx) => (await reads.listForAgent(agent.key, tx)).map(live)

  return {
    listBindings: of,
    findByChannel: async (agent, channel, tx) => {
      const row = (await reads.listForAgent(agent.key, tx)).find((one) => one.channel === channel)
      return row && live(row)
    },
    listStates: async (agentKeys) => {
      const rows = await listBindingStates(db, agentKeys)
      return rows.map(({ provider, ...state }) => ({ ...state, carrier: carrierOf(provider) }))
    },
    async findById(bindingId) {
      const row = await reads.find(bindingId)
      return row && { agent: { key: row.agent_key, id: row.agent_id, orgId: row.org_id }, binding: live(row) }
    },
    batchRateOf: ({ provider, batchPerSecond }) => batchRates[provider] ?? batchPerSecond,
    findAdapter: (binding) => adapterBy.get(nameOf(binding)),
    requireAdapter(binding) {
      const adapter = adapterBy.get(nameOf(binding))
      if (!adapter) throw new Error(`There is no adapter for ${nameOf(binding)}`)
      return adapter
    },
  }
}

export const callbackUrlOf = (gatewayPublicUrl: string, bindingId: string): string =>
  `${gatewayPublicUrl}/providers/${bindingId}`

function refuseUnknownProviders(rates: object, adapters: readonly Adapter[]): void {
  // The handset lab may be off; its rate stays valid, so that toggling the lab needs no other change.
  const known = new Set([...adapters.map(({ provider }) => provider), 'lab'])
  const strangers = Object.keys(rates).filter((name) => !known.has(name))
  if (strangers.length === 0) return
  const names = [...known].sort().join(', ')
  throw new StartupError(
    `The providers of BATCH_RATES must be some of ${names}; got ${JSON.stringify(strangers.join(', '))}. Example: BATCH_RATES=twilio=100`,
  )
}

const nameOf = ({ provider, channel }: Pick<AdapterBinding, 'provider' | 'channel'>) => `${provider} on ${channel}`

function settingsOf(row: LiveRow): Omit<LiveBinding, 'auth' | 'callbackUrl'> {
  return {
    agentKey: row.agent_key,
    bindingKey: row.binding_key,
    id: row.id,
    channel: row.channel,
    mode: row.mode,
    provider: row.provider,
    status: row.status,
    ...(row.allowed_origins !== null && { allowedOrigins: row.allowed_origins }),
    ...(row.routing_id !== null && { routingId: row.routing_id }),
    ...(row.min_message_delay_ms !== null && { minMessageDelayMs: row.min_message_delay_ms }),
    ...(row.compliance_enabled !== null && {
      compliance: {
        enabled: row.compliance_enabled,
        ...(row.disclaimer_text !== null && { disclaimerText: row.disclaimer_text }),
      },
    }),
  }
}
