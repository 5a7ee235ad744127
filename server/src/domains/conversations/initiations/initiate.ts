import { setTimeout as wait } from 'node:timers/promises'
import { type ContentMessage, isSignal } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { LiveBinding } from '../../channels/index.ts'
import { buildFailureWrites } from '../dispatch/failure.ts'
import { updateMessage } from '../dispatch/queries/dispatches.ts'
import { type MessageRow, messageKeyOf } from '../dispatch/queries/message-row.ts'
import { closeUnresolved } from '../dispatch/unresolved/queries/unresolved.ts'
import { joinSessionAndPublish } from '../messages/join-session.ts'
import { parseMessage } from '../messages/parse-message.ts'
import { insertMessage, readDestination, readRecipient } from '../messages/queries.ts'
import {
  addSiblingChannels,
  type DeliveryRoute,
  decideRoute,
  type RouteDecision,
  resolveDestinationId,
} from '../messages/recipient.ts'
import { checkCapability } from './capability.ts'
import type { Abandon, FindDispatched, Initiate, Initiation, InitiationDeps, InitiationResult } from './deps.ts'
import { dispatchInitiation, toConfirmedBubble } from './dispatch.ts'
import {
  canFallBack,
  createNoCarrierRefusal,
  initiationMessageIdOf,
  isConfirmedByReceipt,
  isPendingInitiation,
  signalRefusal,
  toInitiationResult,
  toUnresolvedInitiation,
  unknownRecipientRefusal,
  withDelivery,
} from './message.ts'
import { findMessage, isDisclaimerDue, lockMessage } from './queries.ts'

const possiblyDelivered = {
  reason: 'unknownOutcome',
  detail: 'It was abandoned because it is unknown whether the channel has the message',
}

export function createAbandon(deps: InitiationDeps): Abandon {
  return async (tx, agent, id, failure) => {
    const row = await lockMessage(tx, agent, initiationMessageIdOf(id))
    if (!row || !isPendingInitiation(row)) return
    const { set, write } = buildFailureWrites(agent, { row, ...(row.dispatching ? possiblyDelivered : failure) }, deps)
    const since = row.unresolved_since ?? (row.dispatching ? deps.world.now() : null)
    await updateMessage(tx, agent, messageKeyOf(row), { ...set, unresolved_since: since })
    await write(tx)
    await closeUnresolved(tx, agent, row.id)
  }
}

/** Each opener with statements of its own. */
export const createInitiate = (deps: InitiationDeps): Initiate =>
  shareResults((agent, opening, signal) => initiate({ agent, opening, signal }, deps))

/** Concurrent calls for the same opener share one result. */
export function shareResults(initiate: Initiate): Initiate {
  const running = new Map<string, Promise<InitiationResult>>()
  return (agent, opening, signal) => {
    const name = `${agent.key} ${opening.id}`
    const known = running.get(name)
    if (known) return known
    const opened = initiate(agent, opening, signal).finally(() => running.delete(name))
    running.set(name, opened)
    return opened
  }
}

type InitiateCall = { agent: AgentKey; opening: Initiation; signal: AbortSignal }

async function initiate(call: InitiateCall, deps: InitiationDeps): Promise<InitiationResult> {
  const { agent, opening, signal } = call
  const known = await findMessage(deps.db, agent, initiationMessageIdOf(opening.id))
  if (known) return dispatchInitiation({ ...opening, agent, row: known, signal }, deps)
  const read = await parseMessage(agent, opening.message, deps)
  if ('refused' in read) return { kind: 'refused', ...read.refused }
  if (isSignal(read.message)) return signalRefusal
  const { id: _, delivery: __, ...message } = read.message
  const rewritten = await opening.rewriteMessage?.(message as ContentMessage)
  return startInitiation(call, rewritten ?? (message as ContentMessage), deps)
}

async function startInitiation(
  call: InitiateCall,
  message: ContentMessage,
  deps: InitiationDeps,
): Promise<InitiationResult> {
  const { agent, signal } = call
  const bindings = await deps.channels.listBindings(agent)
  const reached = await findReachableIdentity(call, bindings, deps)
  if ('kind' in reached) return reached
  const opening = { ...call.opening, asid: reached.asid }
  const row = await inTransaction(deps.db, (tx) => persistMessage(tx, agent, { opening, message, bindings }, deps))
  if (!('message_key' in row)) return { kind: 'refused', ...row }
  await waitForDisclaimer({ ...call, opening }, reached.route.binding, deps)
  return dispatchInitiation({ ...opening, agent, row, signal }, deps)
}

type ReachableIdentity = { asid: string; route: DeliveryRoute }

/**
 * Returns the named identity or, where the policy of the opener allows it, the next identity of the person that can be
 * reached; otherwise why the named one cannot be.
 */
async function findReachableIdentity(
  call: InitiateCall,
  bindings: readonly LiveBinding[],
  deps: InitiationDeps,
): Promise<ReachableIdentity | InitiationResult> {
  const { agent, opening } = call
  const first = await tryIdentity(call, opening.asid, bindings, deps)
  if (!('kind' in first) || !canFallBack(opening) || isFinalRefusal(first)) return first
  const recipient = await readRecipient(deps.db, agent, opening.asid)
  const tried: string[] = recipient ? [recipient.primary.channel] : []
  while (recipient) {
    const query = { recipient: addSiblingChannels(recipient), delivery: opening.delivery, bindings, tried }
    const decision = decideRoute({ ...query, now: deps.world.now() })
    if ('reason' in decision) break
    const { destination } = decision.route
    const named = { asid: opening.asid, destination }
    const asid = await inTransaction(deps.db, (tx) => resolveDestinationId(tx, agent, named, deps))
    const next = await tryIdentity(call, asid, bindings, deps)
    if (!('kind' in next)) return next
    tried.push(destination.channel)
  }
  return first
}

/** A person who opted out is not followed to another channel, and a capability that is unknown is asked for again. */
const isFinalRefusal = (result: InitiationResult): boolean =>
  (result.kind === 'refused' && (result.reason === 'optedOut' || result.reason === 'unknownRecipient')) ||
  (result.kind === 'failed' && result.again)

async function tryIdentity(
  call: InitiateCall,
  asid: string,
  bindings: readonly LiveBinding[],
  deps: InitiationDeps,
): Promise<ReachableIdentity | InitiationResult> {
  const target = { opening: { ...call.opening, asid }, bindings, now: deps.world.now() }
  const decision = await findRoute(deps.db, call.agent, target)
  if ('reason' in decision) return { kind: 'refused', ...decision }
  const unable = await checkRouteCapability(call, decision.route, deps)
  return unable ?? { asid, route: decision.route }
}

async function checkRouteCapability(
  call: InitiateCall,
  route: DeliveryRoute,
  deps: InitiationDeps,
): Promise<InitiationResult | undefined> {
  const { agent, opening, signal } = call
  const { channel } = route.binding
  const adapter = deps.channels.findAdapter(route.binding)
  if (!adapter) return createNoCarrierRefusal(channel)
  return opening.mustCheckCapability ? checkCapability(agent, { route, adapter, signal }, deps) : undefined
}

const pollMilliseconds = 50
const maxPolls = 100

/** The disclaimer is sent through its lane at once and comes first; a stuck lane delays the opener only briefly. */
async function waitForDisclaimer(call: InitiateCall, { compliance }: LiveBinding, deps: InitiationDeps): Promise<void> {
  if (!compliance?.enabled) return
  const { agent, opening, signal } = call
  for (let left = maxPolls; left > 0; left--) {
    if (!(await isDisclaimerDue(deps.db, agent, opening.asid, deps.world.now()))) return
    await wait(pollMilliseconds, undefined, { signal })
  }
}

type InitiationTarget = { opening: Initiation; bindings: readonly LiveBinding[]; now: Date }

/** Considers only the named identity, without a fallback. */
async function findRoute(
  db: Db,
  agent: AgentKey,
  { opening, bindings, now }: InitiationTarget,
): Promise<RouteDecision> {
  const named = await readDestination(db, agent, opening.asid)
  if (!named) return unknownRecipientRefusal
  const { templates } = opening.delivery ?? {}
  return decideRoute({ recipient: { primary: named, others: [] }, delivery: { templates }, bindings, now })
}

type InitiationMessage = { opening: Initiation; message: ContentMessage; bindings: readonly LiveBinding[] }
type Refusal = Extract<RouteDecision, { reason: unknown }>

/** Stores the message unless another process was first. No lane carries it. */
async function persistMessage(
  tx: Db,
  agent: AgentKey,
  { opening, message: content, bindings }: InitiationMessage,
  deps: InitiationDeps,
): Promise<MessageRow | Refusal> {
  const now = deps.world.now()
  const { asid } = opening
  const id = initiationMessageIdOf(opening.id)
  const decision = await findRoute(tx, agent, { opening, bindings, now })
  if ('reason' in decision) return decision
  const { binding, destination } = decision.route
  const { channel } = destination
  const message = withDelivery(content, opening)
  const { id: sessionId, sandbox } = await joinSessionAndPublish(tx, agent, { asid, channel }, deps)
  const made = { id, asid, priority: 'now', origin: 'agent', sessionId, channel, message, sandbox, now } as const
  await deps.sendDisclaimer(tx, agent, binding, { asid, channel, sessionId })
  await insertMessage(tx, agent, made)
  return (await findMessage(tx, agent, id)) as MessageRow
}

export function createFindDispatched({ db }: Pick<InitiationDeps, 'db'>): FindDispatched {
  return async (agent, id) => {
    const row = await findMessage(db, agent, initiationMessageIdOf(id))
    if (!row) return undefined
    const isToldOf = isPendingInitiation(row) && isConfirmedByReceipt(row)
    if (isPendingInitiation(row) && !isToldOf && row.unresolved_since) return toUnresolvedInitiation(row)
    const ended = toInitiationResult(isToldOf ? { ...row, ...toConfirmedBubble(row).set } : row)
    return ended.kind === 'dispatched' ? ended : undefined
  }
}
