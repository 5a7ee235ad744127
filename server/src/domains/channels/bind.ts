import type { Db } from '../../platform/db/database.ts'
import { problem } from '../../platform/http/problem.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { World } from '../../platform/world.ts'
import type { Catalog } from '../catalogs/index.ts'
import { sealAuth } from './auth.ts'
import type { Actor, BindingCreate } from './binding.ts'
import type { ChannelRouteDeps } from './deps.ts'
import { tellMove } from './move-binding.ts'
import { insertBinding, insertEvent, takeArchived } from './queries/bindings.ts'
import { type RequestedBinding, requestedBinding } from './requested.ts'
import { queueBinding } from './worker.ts'

type Binding = { asked: BindingCreate; actor: Actor; world: World }

/** Answers the id of the new binding. */
export async function bindChannel(tx: Db, agent: AgentKey, binding: Binding, deps: ChannelRouteDeps): Promise<string> {
  const { asked, actor, world } = binding
  const { channel } = asked
  const { identity } = await deps.definitions.read(tx, agent)
  const requested = requestedBinding(asked, identity, deps.catalog)
  const now = world.now()
  const id = world.newId('chn')
  const to = isInstant(requested) ? 'Active' : 'Requested'
  const key = await insertBinding(tx, agent, {
    id,
    channel,
    mode: requested.mode,
    provider: requested.provider,
    status: to,
    now,
    ...(requested.mode === 'managed'
      ? { inputs: requested.inputs, routingId: await takeArchived(tx, agent, channel) }
      : { inputs: {}, auth: sealAuth(deps.keyring, agent, id, requested.auth) }),
    ...(to === 'Requested' && { work: queueBinding(tx, now) }),
  })
  if (key === undefined) throw problem('resource.conflict', 409, { detail: `The channel ${channel} is bound already` })
  await tellMove(tx, agent, { key, id, channel, to, actor, at: now }, deps)
  return id
}

const isInstant = (requested: RequestedBinding) => requested.mode === 'managed' && requested.instant

/** A new agent, with what it was made from. */
type Created = AgentKey & { agent: { identity?: object } }

/** Every agent can be talked to on the web from its first moment: for the transaction that creates it. */
export async function bindWebchat(tx: Db, agent: Created, { world, catalog }: { world: World; catalog: Catalog }) {
  const channel = 'webchat'
  const requested = requestedBinding({ channel, mode: 'managed' }, agent.agent.identity ?? {}, catalog)
  if (requested.mode !== 'managed') return
  const { mode, provider, inputs } = requested
  const now = world.now()
  const to = 'Active'
  const made = { id: world.newId('chn'), channel, mode, provider, inputs, status: to, now } as const
  const key = await insertBinding(tx, agent, made)
  if (key !== undefined) await insertEvent(tx, agent, key, { to, actor: 'system', at: now })
}
