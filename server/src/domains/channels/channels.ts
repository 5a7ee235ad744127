import type { Channel } from '@parley/amf'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Adapter, AdapterBinding } from './adapter.ts'

/** A live binding, with all that conversations need of it. */
export type LiveBinding = AdapterBinding & {
  mode: 'managed' | 'unmanaged'
  status: BindingStatus
  minMessageDelayMs?: number
  compliance?: { enabled: boolean; disclaimerText?: string }
}

export const bindingStatuses = ['Requested', 'Provisioning', 'ActionRequired', 'Active', 'Failed', 'Disabled'] as const
export type BindingStatus = (typeof bindingStatuses)[number]

export type BindingState = {
  agentKey: number
  id: string
  channel: Channel
  status: BindingStatus
  statusDetail: string | null
  updatedAt: Date
}

/** The channels of all agents, as conversations use them. */
export type Channels = {
  /** The live bindings of an agent, one a channel at the most, whatever their status. Reads of one tick share a statement. */
  listBindings(agent: Pick<AgentKey, 'key'>, tx?: Db): Promise<LiveBinding[]>
  findByChannel(agent: Pick<AgentKey, 'key'>, channel: Channel, tx?: Db): Promise<LiveBinding | undefined>
  /** How the live bindings of these agents stand, whoever may look: without credentials. */
  listStates(agentKeys: readonly number[]): Promise<BindingState[]>
  /** By its id alone, for calls of providers. */
  findById(bindingId: string): Promise<{ agent: AgentKey; binding: LiveBinding } | undefined>
  requireAdapter(binding: Pick<AdapterBinding, 'provider' | 'channel'>): Adapter
  /** Undefined where this installation has nobody who carries it. */
  findAdapter(binding: Pick<AdapterBinding, 'provider' | 'channel'>): Adapter | undefined
  /** How many bulk messages a second it takes from one binding, by what the operator has agreed with its provider. */
  batchRateOf(adapter: Pick<Adapter, 'provider' | 'batchPerSecond'>): number
}
