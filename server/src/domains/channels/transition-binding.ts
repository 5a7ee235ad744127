import type { Db } from '../../platform/db/database.ts'
import { afterCommit } from '../../platform/db/transaction.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { BindingActor } from './binding.ts'
import type { BindingStatus } from './channels.ts'
import type { BindingTransitionDeps } from './deps.ts'
import { type BindingChange, insertBindingEvent, type StoredBinding, updateBinding } from './queries/bindings.ts'

type Row = { [From in BindingStatus]?: BindingStatus }

/**
 * Allowed status transitions of a binding; a missing entry is not allowed. A transition to the same status changes
 * nothing.
 */
const bindingTransitions = {
  // Triggered by the operator.
  supply: { ActionRequired: 'Requested', Failed: 'Requested' },
  rotate: { Requested: 'Requested', Active: 'Active', Failed: 'Requested', Disabled: 'Disabled' },
  disable: { Active: 'Disabled', Disabled: 'Disabled' },
  enable: { Disabled: 'Active', Active: 'Active' },
  // Triggered by the carrier or provider.
  lack: { Requested: 'ActionRequired' },
  provision: { Requested: 'Provisioning' },
  approve: { Requested: 'Active', Provisioning: 'Active', Active: 'Active' },
  refuse: { Requested: 'Failed', Provisioning: 'Failed', Active: 'Failed' },
} satisfies Record<string, Row>

export type BindingCommand = keyof typeof bindingTransitions

function nextBindingStatus(verb: BindingCommand, from: BindingStatus): BindingStatus | undefined {
  const row: Row = bindingTransitions[verb]
  return row[from]
}

type BindingTransition = {
  binding: Pick<StoredBinding, 'key' | 'id' | 'channel' | 'status'>
  command: BindingCommand
  actor: BindingActor
  now: Date
  /** For the operator: the missing input or the reason for the failure. */
  detail?: string
  /** Other columns to update with the transition. */
  set?: BindingChange
}

/**
 * Transitions a binding and records the change, in one transaction. Returns the new status, or undefined if the
 * transition is not allowed.
 */
export async function transitionBinding(
  tx: Db,
  agent: AgentKey,
  request: BindingTransition,
  deps: BindingTransitionDeps,
): Promise<BindingStatus | undefined> {
  const { binding, command, actor, now, detail, set } = request
  const { key, id, channel, status: from } = binding
  const to = nextBindingStatus(command, from)
  if (to === undefined) return undefined
  const moved = to !== from && { status: to, status_detail: detail ?? null }
  if (moved || set) await updateBinding(tx, agent, key, { ...set, ...moved, updated_at: now })
  if (moved)
    await recordBindingTransition(tx, agent, { key, id, channel, from, to, actor, note: detail, at: now }, deps)
  return to
}

type BindingTransitionRecord = Pick<StoredBinding, 'key' | 'id' | 'channel'> & {
  /** Absent for a new binding. */
  from?: BindingStatus
  to: BindingStatus
  actor: BindingActor
  note?: string
  at: Date
}

/** Records an event of the binding, notifies the org's webhooks, and writes a line to the agent's log. */
export async function recordBindingTransition(
  tx: Db,
  agent: AgentKey,
  record: BindingTransitionRecord,
  { announce, writeLog }: BindingTransitionDeps,
): Promise<void> {
  const { key, id, channel, from, to, actor, note, at } = record
  await insertBindingEvent(tx, agent, key, { from, to, note, actor, at })
  const change = { ...(from && { from }), to }
  const data = { agentId: agent.id, bindingId: id, channel, ...change }
  await announce(tx, { orgId: agent.orgId, type: 'channel.status_changed', data })
  const level = to === 'Failed' ? 'warn' : 'info'
  afterCommit(tx, () => writeLog?.(agent, { level, event: 'channel.binding', channel, data: change }))
}
