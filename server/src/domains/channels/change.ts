import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../platform/db/database.ts'
import { invalid, problem } from '../../platform/http/problem.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { sealAuth } from './auth.ts'
import type { Actor, BindingPatch } from './binding.ts'
import type { ChannelRouteDeps } from './deps.ts'
import { filled, valueFaults } from './form.ts'
import { moveBinding } from './move-binding.ts'
import { type BindingChange, deleteBinding, type Kept, updateBinding } from './queries/bindings.ts'
import { fittingAuth } from './requested.ts'
import { settingsAfter } from './settings.ts'
import { queueBinding, stopBinding } from './worker.ts'

type By = { binding: Kept; actor: Actor; now: Date }

/** All that is asked for is judged before anything is written. */
export async function changeBinding(
  tx: Db,
  agent: AgentKey,
  { asked, ...by }: By & { asked: BindingPatch },
  deps: ChannelRouteDeps,
): Promise<void> {
  const { binding, now } = by
  const settings = settingsAfter(binding, asked)
  const answered = answeredBy(agent, binding, asked, deps)
  if (!answered) {
    if (Object.keys(settings).length > 0) await updateBinding(tx, agent, binding.key, { ...settings, updated_at: now })
    return
  }
  await stopBinding(tx, agent, binding.key)
  const work = binding.status === 'Disabled' ? {} : queueBinding(tx, now)
  const set = { ...settings, ...answered.set, ...work }
  const moved = await moveBinding(tx, agent, { ...by, verb: answered.verb, set }, deps)
  if (moved === undefined)
    throw problem('resource.conflict', 409, { detail: `The inputs of a binding that is ${binding.status} are settled` })
}

type Answered = { verb: 'rotate' | 'supply'; set: BindingChange }

/** What the operator hands in so that the binding may go on; undefined when nothing of it is new. */
function answeredBy(
  agent: AgentKey,
  binding: Kept,
  asked: BindingPatch,
  { catalog, keyring }: ChannelRouteDeps,
): Answered | undefined {
  const form = catalog.find('channels', binding.channel)
  if (asked.auth) {
    if (binding.mode === 'managed') throw invalid([{ field: 'auth', message: 'is not for managed' }])
    const auth = fittingAuth(form, binding.provider, asked.auth)
    return { verb: 'rotate', set: { auth: sealAuth(keyring, agent, binding.id, auth) } }
  }
  if (!asked.inputs) return undefined
  if (binding.mode === 'unmanaged') throw invalid([{ field: 'inputs', message: 'is not for unmanaged' }])
  const inputs = filled({ ...binding.inputs, ...asked.inputs })
  const faults = valueFaults(form?.managed?.fields ?? [], inputs, 'inputs')
  if (faults.length > 0) throw invalid(faults)
  if (isDeepStrictEqual(inputs, binding.inputs)) return undefined
  return { verb: 'supply', set: { inputs } }
}

/** Switching off what is off changes nothing, and so with on. */
export async function switchBinding(
  tx: Db,
  agent: AgentKey,
  { verb, ...by }: By & { verb: 'disable' | 'enable' },
  deps: ChannelRouteDeps,
): Promise<void> {
  const { binding, now } = by
  // Credentials may have changed, or been withdrawn, while it was off.
  const isTried = verb === 'enable' && binding.status === 'Disabled' && binding.mode === 'unmanaged'
  if (verb === 'disable') await stopBinding(tx, agent, binding.key)
  const set = isTried ? queueBinding(tx, now) : undefined
  const moved = await moveBinding(tx, agent, { ...by, verb, set }, deps)
  if (moved === undefined)
    throw problem('resource.conflict', 409, { detail: `A binding that is ${binding.status} cannot be ${verb}d` })
}

/** Cancels a request, or lets a live binding go. What a carrier has verified is kept for the next one. */
export async function releaseBinding(
  tx: Db,
  agent: AgentKey,
  { binding, now }: Omit<By, 'actor'>,
  { released }: Pick<ChannelRouteDeps, 'released'>,
): Promise<void> {
  await stopBinding(tx, agent, binding.key)
  const isVerified = binding.mode === 'managed' && binding.channel === 'rcs' && binding.routingId !== undefined
  if (isVerified) await updateBinding(tx, agent, binding.key, { archived_at: now, updated_at: now })
  else await deleteBinding(tx, agent, binding.key)
  await released?.(tx, agent, binding)
}
