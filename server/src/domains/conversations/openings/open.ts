import { setTimeout as wait } from 'node:timers/promises'
import { type ContentMessage, isSignal } from '@parley/amf'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { LiveBinding } from '../../channels/index.ts'
import { readOutgoing } from '../messages/outgoing.ts'
import type { Route } from '../messages/recipient.ts'
import { incapabilityOf } from './capability.ts'
import { carry } from './carry.ts'
import type { Open, Opened, OpenerDeps, Opening } from './deps.ts'
import { messageIdOf } from './message.ts'
import { disclaimerLeaves, findMessage, inTransaction } from './queries.ts'
import { refusedNoCarrier, refusedSignal } from './refusals.ts'
import { routeTo, takeDown } from './take-down.ts'

/** Whoever opens the same at the same time waits for the one result. */
export function openerOf(deps: OpenerDeps): Open {
  const running = new Map<string, Promise<Opened>>()
  return (agent, opening, signal) => {
    const name = `${agent.key} ${opening.id}`
    const known = running.get(name)
    if (known) return known
    const opened = open({ agent, opening, signal }, deps).finally(() => running.delete(name))
    running.set(name, opened)
    return opened
  }
}

type Call = { agent: AgentKey; opening: Opening; signal: AbortSignal }

async function open(call: Call, deps: OpenerDeps): Promise<Opened> {
  const { agent, opening, signal } = call
  const known = await findMessage(deps.db, agent, messageIdOf(opening.id))
  if (known) return carry({ ...opening, agent, row: known, signal }, deps)
  const read = await readOutgoing(agent, opening.message, deps)
  if ('refused' in read) return { kind: 'refused', ...read.refused }
  if (isSignal(read.message)) return refusedSignal
  const { id: _, delivery: __, ...message } = read.message
  return begin(call, message as ContentMessage, deps)
}

async function begin(call: Call, message: ContentMessage, deps: OpenerDeps): Promise<Opened> {
  const { agent, opening, signal } = call
  const { asid } = opening
  const bindings = await deps.channels.of(agent)
  const decision = await routeTo(deps.db, agent, { asid, bindings, now: deps.world.now() })
  if ('reason' in decision) return { kind: 'refused', ...decision }
  const unable = await inabilityOf(call, decision.route, deps)
  if (unable) return unable
  const taking = { id: messageIdOf(opening.id), asid, message, bindings }
  const row = await inTransaction(deps.db, (tx) => takeDown(tx, agent, taking, deps))
  if (!('message_key' in row)) return { kind: 'refused', ...row }
  await letDisclaimerPass(call, decision.route.binding, deps)
  return carry({ ...opening, agent, row, signal }, deps)
}

async function inabilityOf(call: Call, route: Route, deps: OpenerDeps): Promise<Opened | undefined> {
  const { agent, opening, signal } = call
  const { channel } = route.binding
  const adapter = deps.channels.adapterFor(route.binding)
  if (!adapter) return refusedNoCarrier(channel)
  return opening.checksCapability ? incapabilityOf(agent, { route, adapter, signal }, deps) : undefined
}

const lookAgainMilliseconds = 50
const looks = 100

/** It leaves by its line at once, and comes first; a line that is stuck holds nobody for long. */
async function letDisclaimerPass(call: Call, { compliance }: LiveBinding, deps: OpenerDeps): Promise<void> {
  if (!compliance?.enabled) return
  const { agent, opening, signal } = call
  for (let left = looks; left > 0; left--) {
    if (!(await disclaimerLeaves(deps.db, agent, opening.asid, deps.world.now()))) return
    await wait(lookAgainMilliseconds, undefined, { signal })
  }
}
