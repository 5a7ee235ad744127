import type { Db } from '../../platform/db/database.ts'
import { problem } from '../../platform/http/problem.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { World } from '../../platform/world.ts'
import type { Catalog } from '../catalogs/index.ts'
import { encryptAuth } from './auth.ts'
import type { BindingActor, BindingCreate } from './binding.ts'
import { type ValidatedBindingRequest, validateBindingRequest } from './binding-request.ts'
import type { ChannelRouteDeps } from './deps.ts'
import { claimArchivedRoutingId, insertBinding, insertBindingEvent } from './queries/bindings.ts'
import { recordBindingTransition } from './transition-binding.ts'
import { enqueueBinding } from './worker.ts'

type BindRequest = { asked: BindingCreate; actor: BindingActor; world: World }

/** Returns the id of the new binding. */
export async function bindChannel(
  tx: Db,
  agent: AgentKey,
  binding: BindRequest,
  deps: ChannelRouteDeps,
): Promise<string> {
  const { asked, actor, world } = binding
  const { channel } = asked
  const { identity } = await deps.definitions.read(tx, agent)
  const requested = validateBindingRequest(asked, identity, deps.catalog)
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
      ? { inputs: requested.inputs, routingId: await claimArchivedRoutingId(tx, agent, channel) }
      : { inputs: {}, auth: encryptAuth(deps.keyring, agent, id, requested.auth) }),
    ...(to === 'Requested' && { work: enqueueBinding(tx, now) }),
  })
  if (key === undefined) throw problem('resource.conflict', 409, { detail: `The channel ${channel} is bound already` })
  await recordBindingTransition(tx, agent, { key, id, channel, to, actor, at: now }, deps)
  return id
}

const isInstant = (requested: ValidatedBindingRequest) => requested.mode === 'managed' && requested.instant

type CreatedAgent = AgentKey & { agent: { identity?: object } }

/**
 * Binds web chat within the transaction that creates an agent, so that every agent is reachable on the web from the
 * start.
 */
export async function bindWebchat(tx: Db, agent: CreatedAgent, { world, catalog }: { world: World; catalog: Catalog }) {
  const channel = 'webchat'
  const requested = validateBindingRequest({ channel, mode: 'managed' }, agent.agent.identity ?? {}, catalog)
  if (requested.mode !== 'managed') return
  const { mode, provider, inputs } = requested
  const now = world.now()
  const to = 'Active'
  const made = { id: world.newId('chn'), channel, mode, provider, inputs, status: to, now } as const
  const key = await insertBinding(tx, agent, made)
  if (key !== undefined) await insertBindingEvent(tx, agent, key, { to, actor: 'system', at: now })
}
