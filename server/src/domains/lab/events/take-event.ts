import type { z } from 'zod'
import { problem } from '../../../platform/http/problem.ts'
import type { LiveBinding } from '../../channels/index.ts'
import type { LabDeps } from '../deps.ts'
import { noteStates, showIncoming, userIdAt } from '../queries.ts'
import type { HandsetEvent, TakenEvent } from './event.ts'
import type { Screen } from './find-offer.ts'
import { happeningOf } from './happening.ts'

/** Tells the gateway what the person did, as a provider would. The handset shows it before anything can answer it. */
export async function takeEvent(
  deps: LabDeps,
  screen: Screen,
  event: HandsetEvent,
): Promise<z.input<typeof TakenEvent>> {
  const { db, world, receive } = deps
  const { agent, at } = screen
  const binding = await labBinding(deps, screen)
  const id = world.newId('lab')
  const { inbounds, shown } = await happeningOf(deps, screen, event, id)
  if (shown !== undefined) await showIncoming(db, agent, at, { id, native: event, text: shown, now: world.now() })
  try {
    const [received] = await receive(agent, binding, inbounds)
    const userId = received?.asid ?? (await userIdAt(db, agent, at))
    return { ...(userId !== undefined && { userId }), eventId: received?.eventId ?? id }
  } catch (error) {
    if (shown !== undefined) await noteStates(db, agent, [{ at, carrierId: id, state: 'failed' }])
    throw error
  }
}

/** Nobody can write to an agent on a channel that it is not on, nor past the provider that answers for it. */
async function labBinding({ channels }: LabDeps, { agent, at }: Screen): Promise<LiveBinding> {
  const binding = await channels.on(agent, at.channel)
  if (!binding) throw conflict(`The agent has no binding of ${at.channel}: bind it as a managed channel first`)
  if (!isOurs(binding)) {
    throw conflict(`The binding of ${at.channel} belongs to the provider ${binding.provider}, not to the lab`)
  }
  if (binding.status !== 'Active') throw conflict(`The binding of ${at.channel} is ${binding.status}, not Active`)
  return binding
}

/** Web chat has no other carrier than ourselves, so that a handset stands beside its browsers. */
const isOurs = ({ provider, channel }: LiveBinding) =>
  provider === 'lab' || (channel === 'webchat' && provider === channel)

const conflict = (detail: string) => problem('resource.conflict', 409, { detail })
