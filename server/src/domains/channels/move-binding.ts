import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Actor } from './binding.ts'
import type { BindingStatus } from './channels.ts'
import type { MoveDeps } from './deps.ts'
import { type BindingVerb, move } from './moves.ts'
import { type BindingChange, insertEvent, type Kept, updateBinding } from './queries/bindings.ts'
import { afterCommit } from './queries/transaction.ts'

type Move = {
  binding: Pick<Kept, 'key' | 'id' | 'channel' | 'status'>
  verb: BindingVerb
  actor: Actor
  now: Date
  /** For the operator: what is missing, or why it failed. */
  detail?: string
  /** What is written with it. */
  set?: BindingChange
}

/** Moves a binding, with all that tells of it, in one transaction; answers where it stands, or undefined if it cannot. */
export async function moveBinding(
  tx: Db,
  agent: AgentKey,
  asked: Move,
  deps: MoveDeps,
): Promise<BindingStatus | undefined> {
  const { binding, verb, actor, now, detail, set } = asked
  const { key, id, channel, status: from } = binding
  const to = move(verb, from)
  if (to === undefined) return undefined
  const moved = to !== from && { status: to, status_detail: detail ?? null }
  if (moved || set) await updateBinding(tx, agent, key, { ...set, ...moved, updated_at: now })
  if (moved) await tellMove(tx, agent, { key, id, channel, from, to, actor, note: detail, at: now }, deps)
  return to
}

type Told = Pick<Kept, 'key' | 'id' | 'channel'> & {
  /** A new binding comes from nowhere. */
  from?: BindingStatus
  to: BindingStatus
  actor: Actor
  note?: string
  at: Date
}

/** An event of the binding, the word to the webhooks of the org, and a line of the agent's log. */
export async function tellMove(tx: Db, agent: AgentKey, told: Told, { announce, writeLog }: MoveDeps): Promise<void> {
  const { key, id, channel, from, to, actor, note, at } = told
  await insertEvent(tx, agent, key, { from, to, note, actor, at })
  const change = { ...(from && { from }), to }
  const data = { agentId: agent.id, bindingId: id, channel, ...change }
  await announce(tx, { orgId: agent.orgId, type: 'channel.status_changed', data })
  const level = to === 'Failed' ? 'warn' : 'info'
  afterCommit(tx, () => writeLog?.(agent, { level, event: 'channel.binding', channel, data: change }))
}
