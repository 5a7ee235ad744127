import { isDeepStrictEqual } from 'node:util'
import { isCarrierChannel } from '@parley/amf'
import type { Db } from '../../platform/db/database.ts'
import { invalidRequest, problem } from '../../platform/http/problem.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { readOriginPattern } from '../../platform/origins.ts'
import { generateToken, overlapEnd } from '../../platform/secrets/tokens.ts'
import type { World } from '../../platform/world.ts'
import type { Catalog } from '../catalogs/index.ts'
import { type BindingActor, type BindingCreate, type BindingPatch, isValidPace, paceErrorMessage } from './binding.ts'
import { type ValidatedBindingRequest, validateAuth, validateBindingRequest } from './binding-request.ts'
import type { ChannelRouteDeps } from './deps.ts'
import { dropEmptyValues, encryptAuth, readAuth, validateFormValues } from './form-values.ts'
import {
  type BindingChange,
  claimArchivedRoutingId,
  deleteBinding,
  insertBinding,
  insertBindingEvent,
  type StoredBinding,
  updateBinding,
} from './queries/bindings.ts'
import { recordBindingTransition, transitionBinding } from './transition-binding.ts'
import { cancelBindingWork, enqueueBinding } from './worker.ts'

/** Channels whose networks have opt-out rules. */

/** Returns the columns for a change of pacing and compliance. Invalid values are answered with 400. */
function toSettingsColumns(binding: StoredBinding, { delivery, compliance, webchat }: BindingPatch): BindingChange {
  return {
    ...toPaceColumns(delivery),
    ...toComplianceColumns(binding, compliance),
    ...toWebchatColumns(binding, webchat),
  }
}

function toPaceColumns(delivery: BindingPatch['delivery']): BindingChange {
  if (delivery === undefined) return {}
  if (delivery === null) return { min_message_delay_ms: null }
  const { minMessageDelayMs: pace } = delivery
  if (pace === undefined) return {}
  if (pace !== null && !isValidPace(pace)) throw refused('delivery.minMessageDelayMs', paceErrorMessage)
  return { min_message_delay_ms: pace }
}

function toComplianceColumns(binding: StoredBinding, compliance: BindingPatch['compliance']): BindingChange {
  if (compliance === undefined) return {}
  if (compliance === null) return { compliance_enabled: null, disclaimer_text: null }
  if (!isCarrierChannel(binding.channel)) throw refused('compliance', 'is only for rcs and sms')
  return {
    compliance_enabled: compliance.enabled ?? binding.complianceEnabled ?? false,
    ...(compliance.disclaimerText !== undefined && { disclaimer_text: compliance.disclaimerText }),
  }
}

function toWebchatColumns(binding: StoredBinding, webchat: BindingPatch['webchat']): BindingChange {
  if (webchat === undefined) return {}
  if (binding.channel !== 'webchat') throw invalidRequest([{ field: 'webchat', message: 'is only for webchat' }])
  const { allowedOrigins = webchat === null ? null : undefined } = webchat ?? {}
  if (allowedOrigins === undefined) return {}
  const patterns = (allowedOrigins ?? []).map((text) => {
    const { pattern, problem } = readOriginPattern(text)
    if (pattern !== undefined) return pattern
    throw invalidRequest([{ field: 'webchat.allowedOrigins', message: `${problem}; got ${JSON.stringify(text)}` }])
  })
  return { allowed_origins: patterns.length > 0 ? [...new Set(patterns)] : null }
}

function refused(field: string, message: string) {
  return problem('request.malformed', 400, { detail: `${field} ${message}`, errors: [{ field, message }] })
}

type ChangeContext = { binding: StoredBinding; actor: BindingActor; now: Date }

/** Validates the whole request before it writes anything. */
export async function changeBinding(
  tx: Db,
  agent: AgentKey,
  { patch, ...by }: ChangeContext & { patch: BindingPatch },
  deps: ChannelRouteDeps,
): Promise<void> {
  const { binding, now } = by
  const settings = toSettingsColumns(binding, patch)
  const answered = readSubmittedChange(agent, binding, patch, deps)
  if (!answered) {
    if (Object.keys(settings).length > 0) await updateBinding(tx, agent, binding.key, { ...settings, updated_at: now })
    return
  }
  await cancelBindingWork(tx, agent, binding.key)
  const work = binding.status === 'Disabled' ? {} : enqueueBinding(tx, now)
  const set = { ...settings, ...answered.set, ...work }
  const moved = await transitionBinding(tx, agent, { ...by, command: answered.verb, set }, deps)
  if (moved === undefined)
    throw problem('resource.conflict', 409, {
      detail: `The inputs of a binding that is ${binding.status} can no longer change`,
    })
}

type SubmittedChange = { verb: 'rotate' | 'supply'; set: BindingChange }

/** Returns the input that the operator submits so that the binding can proceed; undefined if nothing in it is new. */
function readSubmittedChange(
  agent: AgentKey,
  binding: StoredBinding,
  patch: BindingPatch,
  { catalog, keyring }: ChannelRouteDeps,
): SubmittedChange | undefined {
  const form = catalog.find('channels', binding.channel)
  if (patch.auth) {
    if (binding.mode === 'managed')
      throw invalidRequest([{ field: 'auth', message: 'is not allowed for managed bindings' }])
    const auth = validateAuth(form, binding.provider, patch.auth)
    return { verb: 'rotate', set: { auth: encryptAuth(keyring, agent, binding.id, auth) } }
  }
  if (!patch.inputs) return undefined
  if (binding.mode === 'unmanaged')
    throw invalidRequest([{ field: 'inputs', message: 'is not allowed for unmanaged bindings' }])
  const inputs = dropEmptyValues({ ...binding.inputs, ...patch.inputs })
  const faults = validateFormValues(form?.managed?.fields ?? [], inputs, 'inputs')
  if (faults.length > 0) throw invalidRequest(faults)
  if (isDeepStrictEqual(inputs, binding.inputs)) return undefined
  return { verb: 'supply', set: { inputs } }
}

/**
 * Issues a new secret with which the site signs the ids of its users, and returns it. The previous one stops working at
 * once, or after an overlap.
 */
export async function issueIdentitySecret(
  tx: Db,
  agent: AgentKey,
  { binding, world, overlapMinutes }: { binding: StoredBinding; world: World; overlapMinutes?: number },
  { keyring }: Pick<ChannelRouteDeps, 'keyring'>,
): Promise<string> {
  if (binding.channel !== 'webchat')
    throw problem('resource.conflict', 409, { detail: 'Only a web chat has an identity secret' })
  const identitySecret = generateToken(world, 'is-', 40)
  const { identitySecret: previous } = readAuth(keyring, agent, binding)
  const now = world.now()
  const until = overlapEnd(overlapMinutes, now)?.toISOString()
  const overlap =
    previous && until ? { previousIdentitySecret: previous, previousIdentitySecretUntil: until } : undefined
  const auth = encryptAuth(keyring, agent, binding.id, { identitySecret, ...overlap })
  await updateBinding(tx, agent, binding.key, { auth, updated_at: now })
  return identitySecret
}

/** Idempotent: enabling an enabled binding or disabling a disabled one changes nothing. */
export async function switchBinding(
  tx: Db,
  agent: AgentKey,
  { verb, ...by }: ChangeContext & { verb: 'disable' | 'enable' },
  deps: ChannelRouteDeps,
): Promise<void> {
  const { binding, now } = by
  // Credentials may have changed or been revoked while the binding was disabled.
  const isTried = verb === 'enable' && binding.status === 'Disabled' && binding.mode === 'unmanaged'
  if (verb === 'disable') await cancelBindingWork(tx, agent, binding.key)
  const set = isTried ? enqueueBinding(tx, now) : undefined
  const moved = await transitionBinding(tx, agent, { ...by, command: verb, set }, deps)
  if (moved === undefined)
    throw problem('resource.conflict', 409, { detail: `A binding that is ${binding.status} cannot be ${verb}d` })
}

/**
 * Cancels a request or releases a live binding. The routing id that a carrier verified is archived for the next
 * binding.
 */
export async function releaseBinding(
  tx: Db,
  agent: AgentKey,
  { binding, now }: Omit<ChangeContext, 'actor'>,
  { onReleased }: Pick<ChannelRouteDeps, 'onReleased'>,
): Promise<void> {
  await cancelBindingWork(tx, agent, binding.key)
  const isVerified = binding.mode === 'managed' && binding.channel === 'rcs' && binding.routingId !== undefined
  if (isVerified) await updateBinding(tx, agent, binding.key, { archived_at: now, updated_at: now })
  else await deleteBinding(tx, agent, binding.key)
  await onReleased?.(tx, agent, binding)
}

type BindRequest = { request: BindingCreate; actor: BindingActor; world: World }

/** Returns the id of the new binding. */
export async function bindChannel(
  tx: Db,
  agent: AgentKey,
  binding: BindRequest,
  deps: ChannelRouteDeps,
): Promise<string> {
  const { request, actor, world } = binding
  const { channel } = request
  const { identity } = await deps.definitions.read(tx, agent)
  const requested = validateBindingRequest(request, identity, deps.catalog)
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
  if (key === undefined) throw problem('resource.conflict', 409, { detail: `The channel ${channel} is already bound` })
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
