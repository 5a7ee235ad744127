import { setTimeout as wait } from 'node:timers/promises'
import { type ContentMessage, isSignal } from '@parley/amf'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { LiveBinding } from '../../channels/index.ts'
import { parseMessage } from '../messages/parse-message.ts'
import type { DeliveryRoute } from '../messages/recipient.ts'
import { checkCapability } from './capability.ts'
import type { Initiate, Initiation, InitiationDeps, InitiationResult } from './deps.ts'
import { dispatchInitiation } from './dispatch.ts'
import { initiationMessageIdOf } from './message.ts'
import { findRoute, persistMessage } from './persist-message.ts'
import { findMessage, inTransaction, isDisclaimerDue } from './queries.ts'
import { createNoCarrierRefusal, signalRefusal } from './refusals.ts'

/** Whoever opens the same at the same time waits for the one result. */
export function createInitiate(deps: InitiationDeps): Initiate {
  const running = new Map<string, Promise<InitiationResult>>()
  return (agent, opening, signal) => {
    const name = `${agent.key} ${opening.id}`
    const known = running.get(name)
    if (known) return known
    const opened = initiate({ agent, opening, signal }, deps).finally(() => running.delete(name))
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
  return startInitiation(call, message as ContentMessage, deps)
}

async function startInitiation(
  call: InitiateCall,
  message: ContentMessage,
  deps: InitiationDeps,
): Promise<InitiationResult> {
  const { agent, opening, signal } = call
  const { asid } = opening
  const bindings = await deps.channels.listBindings(agent)
  const decision = await findRoute(deps.db, agent, { asid, bindings, now: deps.world.now() })
  if ('reason' in decision) return { kind: 'refused', ...decision }
  const unable = await checkRouteCapability(call, decision.route, deps)
  if (unable) return unable
  const taking = { id: initiationMessageIdOf(opening.id), asid, message, bindings }
  const row = await inTransaction(deps.db, (tx) => persistMessage(tx, agent, taking, deps))
  if (!('message_key' in row)) return { kind: 'refused', ...row }
  await waitForDisclaimer(call, decision.route.binding, deps)
  return dispatchInitiation({ ...opening, agent, row, signal }, deps)
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
  return opening.checksCapability ? checkCapability(agent, { route, adapter, signal }, deps) : undefined
}

const pollMilliseconds = 50
const maxPolls = 100

/** It leaves by its line at once, and comes first; a line that is stuck holds nobody for long. */
async function waitForDisclaimer(call: InitiateCall, { compliance }: LiveBinding, deps: InitiationDeps): Promise<void> {
  if (!compliance?.enabled) return
  const { agent, opening, signal } = call
  for (let left = maxPolls; left > 0; left--) {
    if (!(await isDisclaimerDue(deps.db, agent, opening.asid, deps.world.now()))) return
    await wait(pollMilliseconds, undefined, { signal })
  }
}
