import { type Channel, type ContentMessage, isSignal } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { LiveBinding } from '../../channels/index.ts'
import type { Accepted } from '../deps.ts'
import { noteIntents } from '../dispatch/queries/hand-overs.ts'
import type { Ready } from '../messages/ready.ts'
import { decideRoute } from '../messages/recipient.ts'
import { joinSession } from '../messages/session.ts'
import type { Rehearsals } from './deps.ts'
import { openRehearsed } from './open.ts'
import { findSaid, insertShown } from './queries.ts'
import { renderedOf } from './shown.ts'

type Deps = { world: World; rehearsals: Rehearsals }

/** Takes a message to somebody who is only rehearsed with; undefined when nobody is. In the transaction of whoever asks. */
export type CaptureRehearsed = (tx: Db, agent: AgentKey, ready: Ready) => Promise<Accepted | undefined>

export function capturerOf(deps: Deps): CaptureRehearsed {
  return async (tx, agent, ready) => {
    const { id: messageId, send, message } = ready
    const rehearsed = await deps.rehearsals.lock(tx, agent, send.asid)
    if (!rehearsed) return undefined
    const { channel, optedOut } = rehearsed
    const said = await findSaid(tx, agent, send.asid)
    const refused = refusalOf({ channel, optedOut, writtenAt: said?.writtenAt, ready }, deps)
    if (refused) return { messageId, accepted: false, ...refused }
    if (!isSignal(message)) await show(tx, agent, { ready, message, channel, isFirst: !said }, deps)
    return { messageId, accepted: true }
  }
}

type Asked = { channel: Channel; optedOut: boolean; writtenAt?: Date; ready: Ready }

/** By the rules of the live route, with a binding that is always there. */
function refusalOf({ channel, optedOut, writtenAt, ready }: Asked, { world }: Deps) {
  const named = { asid: ready.send.asid, channel, address: '', writtenAt, stopped: optedOut }
  const decision = decideRoute({
    recipient: { named, others: [] },
    delivery: ready.message.delivery,
    bindings: [{ channel, status: 'Active' } as LiveBinding],
    now: world.now(),
  })
  if ('reason' in decision) return decision
  if (!decision.route.waits) return undefined
  return {
    reason: 'windowClosed',
    detail: 'The reply window is closed, and in a rehearsal nothing waits for it',
  } as const
}

type Showing = { ready: Ready; message: ContentMessage; channel: Channel; isFirst: boolean }

async function show(tx: Db, agent: AgentKey, showing: Showing, { world }: Deps): Promise<void> {
  const { ready, message, channel, isFirst } = showing
  const { id, callerId, send } = ready
  const { asid, answers } = send
  const now = world.now()
  if (isFirst) await openRehearsed(tx, agent, { asid, channel, sessionId: world.newId('ses'), now })
  const session = await joinSession(tx, agent, { asid, channel }, world)
  const { messages, text, intents } = renderedOf({ id, channel, message })
  const made = { id, callerId, asid, sessionId: session.id, channel, origin: 'agent', message, now } as const
  const isNew = await insertShown(tx, agent, { ...made, bubbles: messages.length, text, eventId: answers?.eventId })
  if (isNew && intents.length > 0) await noteIntents(tx, agent, { asid, intents })
}
