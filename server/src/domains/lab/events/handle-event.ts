import type { z } from 'zod'
import { problem } from '../../../platform/http/problem.ts'
import type { LiveBinding } from '../../channels/index.ts'
import type { LabDeps } from '../deps.ts'
import { findUserId, insertIncomingMessage, recordStates } from '../queries.ts'
import type { HandsetEvent, HandsetEventResult } from './event.ts'
import type { HandsetContext } from './find-offer.ts'
import { toHandsetAction } from './to-inbounds.ts'

/** Tells the gateway what the person did, as a provider would. The handset shows it before anything can answer it. */
export async function handleHandsetEvent(
  deps: LabDeps,
  screen: HandsetContext,
  event: HandsetEvent,
): Promise<z.input<typeof HandsetEventResult>> {
  const { db, world, receive } = deps
  const { agent, at } = screen
  const binding = await labBinding(deps, screen)
  const id = world.newId('lab')
  const { inbounds, shown } = await toHandsetAction(deps, screen, event, id)
  if (shown !== undefined)
    await insertIncomingMessage(db, agent, at, { id, native: event, text: shown, now: world.now() })
  try {
    const [received] = await receive(agent, binding, inbounds)
    const userId = received?.asid ?? (await findUserId(db, agent, at))
    return { ...(userId !== undefined && { userId }), eventId: received?.eventId ?? id }
  } catch (error) {
    if (shown !== undefined) await recordStates(db, agent, [{ at, carrierId: id, state: 'failed' }])
    throw error
  }
}

/** Nobody can write to an agent on a channel that it is not on, nor past the provider that answers for it. */
async function labBinding({ channels }: LabDeps, { agent, at }: HandsetContext): Promise<LiveBinding> {
  const binding = await channels.findByChannel(agent, at.channel)
  if (!binding) throw conflict(`The agent has no binding of ${at.channel}: bind it as a managed channel first`)
  if (!isLabBinding(binding)) {
    throw conflict(`The binding of ${at.channel} belongs to the provider ${binding.provider}, not to the lab`)
  }
  if (binding.status !== 'Active') throw conflict(`The binding of ${at.channel} is ${binding.status}, not Active`)
  return binding
}

/** Web chat has no other carrier than ourselves, so that a handset stands beside its browsers. */
const isLabBinding = ({ provider, channel }: LiveBinding) =>
  provider === 'lab' || (channel === 'webchat' && provider === channel)

const conflict = (detail: string) => problem('resource.conflict', 409, { detail })
