import type { Channel } from '@parley/amf'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Adapter, AdapterBinding } from './adapter.ts'

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
