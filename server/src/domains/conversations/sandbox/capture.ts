import { type Channel, type ContentMessage, isSignal } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { LiveBinding } from '../../channels/index.ts'
import type { AcceptResult } from '../deps.ts'
import { storeIntents } from '../dispatch/queries/dispatches.ts'
import { joinSession } from '../messages/join-session.ts'
import type { PreparedMessage } from '../messages/parse-message.ts'
import { lockHolder } from '../messages/queries.ts'
import { checkHolder, decideRoute } from '../messages/recipient.ts'
import { emulatorProvider, type SandboxPeople } from './deps.ts'
import { lockOrCreateSandboxConversation } from './process-input.ts'
import { findSandboxConversation, insertSandboxMessage } from './queries.ts'
import { renderSandboxMessage } from './serializer.ts'

type Deps = { world: World; sandboxPeople: SandboxPeople }

/** Captures a message to a sandbox person; undefined if the recipient is not one. Runs in the caller's transaction. */
export type CaptureSandboxMessage = (
  tx: Db,
  agent: AgentKey,
  ready: PreparedMessage,
) => Promise<AcceptResult | undefined>

export function createCaptureSandboxMessage(deps: Deps): CaptureSandboxMessage {
  return async (tx, agent, ready) => {
    const { id: messageId, send, message } = ready
    const person = await deps.sandboxPeople.lock(tx, agent, send.asid)
    if (!person) return undefined
    const { channel, optedOut } = person
    const held = checkHolder(await lockHolder(tx, agent, send.asid), send.author)
    if (held) return { messageId, accepted: false, ...held }
    const conversation = await findSandboxConversation(tx, agent, send.asid)
    const refused = findRefusal({ channel, optedOut, lastInboundAt: conversation?.lastInboundAt, ready }, deps)
    if (refused) return { messageId, accepted: false, ...refused }
    if (!isSignal(message)) await deliverToSandbox(tx, agent, { ready, message, channel, isFirst: !conversation }, deps)
    return { messageId, accepted: true }
  }
}

type CaptureRequest = { channel: Channel; optedOut: boolean; lastInboundAt?: Date; ready: PreparedMessage }

/** Applies the rules of live routing, with a binding that always exists. */
function findRefusal({ channel, optedOut, lastInboundAt, ready }: CaptureRequest, { world }: Deps) {
  const named = { asid: ready.send.asid, channel, address: '', lastInboundAt, stopped: optedOut }
  const decision = decideRoute({
    recipient: { primary: named, others: [] },
    delivery: ready.message.delivery,
    bindings: [{ channel, status: 'Active' } as LiveBinding],
    now: world.now(),
  })
  if ('reason' in decision) return decision
  if (!decision.route.waitsForWindow) return undefined
  return {
    reason: 'windowClosed',
    detail: 'The reply window is closed, and a rehearsal does not wait for it',
  } as const
}

type SandboxDelivery = { ready: PreparedMessage; message: ContentMessage; channel: Channel; isFirst: boolean }

async function deliverToSandbox(tx: Db, agent: AgentKey, showing: SandboxDelivery, { world }: Deps): Promise<void> {
  const { ready, message, channel, isFirst } = showing
  const { id, callerId, send } = ready
  const { asid, inReplyTo, author } = send
  const now = world.now()
  if (isFirst) await lockOrCreateSandboxConversation(tx, agent, { asid, channel, sessionId: world.newId('ses'), now })
  const session = await joinSession(tx, agent, { asid, channel }, world)
  const { messages, text, intents } = renderSandboxMessage({ id, channel, message })
  const made = { id, callerId, asid, sessionId: session.id, channel, origin: 'agent', message, author, now } as const
  const isNew = await insertSandboxMessage(tx, agent, {
    ...made,
    bubbles: messages.length,
    text,
    eventId: inReplyTo?.eventId,
  })
  if (isNew) await author?.onAccepted?.(tx, id)
  if (isNew && intents.length > 0) await storeIntents(tx, agent, { asid, intents })
}

type SandboxDestination = { channel: Channel; provider: string; lastInboundAt?: Date }

/** Finds the channel of a sandbox person. */
export async function findSandboxDestination(
  db: Db,
  agent: AgentKey,
  asid: string,
  sandboxPeople: Pick<SandboxPeople, 'find'>,
): Promise<SandboxDestination | undefined> {
  const person = await sandboxPeople.find(db, agent, asid)
  if (!person) return undefined
  const { lastInboundAt } = (await findSandboxConversation(db, agent, asid)) ?? {}
  return { channel: person.channel, provider: emulatorProvider, lastInboundAt }
}
