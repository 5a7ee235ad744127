import { asTenant } from '../../../platform/fair/tenant.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Content, Inbound, LiveBinding } from '../../channels/index.ts'
import { addressOf, type ChannelAddress } from '../../people/index.ts'
import { isCarrier, keywordOf } from '../compliance/keyword.ts'
import type { Order } from '../compliance/obey.ts'
import type { Receive, Received } from '../deps.ts'
import type { ReceiverDeps } from './deps.ts'
import { hear } from './hear.ts'
import type { Heard } from './heard.ts'
import { keptId, legible } from './legible.ts'
import { inTransaction } from './queries.ts'
import { type Came, take } from './take.ts'

type Receipt = Extract<Inbound, { kind: 'receipt' | 'receiptsUntil' }>
type OfPerson = Exclude<Inbound, Receipt>

/**
 * The way in: receipts first, then what people did, in the order in which the provider tells it. What carries a STOP is
 * answered when no hand-over to that person can begin any more, in any process; a repeat of it too, since the first may
 * still be waiting.
 */
export function receiverOf(deps: ReceiverDeps): Receive {
  const receive: Receive = async (agent, binding, inbounds) => {
    const receipts = inbounds.filter(isReceipt)
    if (receipts.length > 0) await deps.takeReceipts(agent, binding, receipts)
    const drops = binding.status === 'Disabled' && inbounds.length > receipts.length
    if (drops) reject(agent, binding, 'the binding is disabled', deps)
    const received: Received[] = []
    let stops = receipts.filter(tellsOfStop).length
    for (let at = 0; at < inbounds.length; at += gatheredAtOnce) {
      const some = inbounds.slice(at, at + gatheredAtOnce)
      const came = await Promise.all(
        some.map((inbound) =>
          drops || isReceipt(inbound) ? undefined : cameOf(agent, binding, legible(inbound), deps),
        ),
      )
      for (const each of came) received.push(each ? await receiveOne(agent, each, deps) : {})
      stops += came.filter((each) => each && isStop(each)).length
    }
    if (stops > 0) await deps.lastHop.settled()
    return received
  }
  return (agent, binding, inbounds) => asTenant(agent.orgId, () => receive(agent, binding, inbounds))
}

/** Files of several messages are fetched side by side, but not so many that memory fills. */
const gatheredAtOnce = 10

const isReceipt = (inbound: Inbound): inbound is Receipt =>
  inbound.kind === 'receipt' || inbound.kind === 'receiptsUntil'

/** The provider refuses to write to somebody who has told it to stop. */
const tellsOfStop = (receipt: Receipt): boolean =>
  receipt.kind === 'receipt' && receipt.state === 'failed' && receipt.reason === 'optedOut'

const isStop = ({ what }: Came): boolean => what.kind !== 'signal' && what.order?.keyword === 'stop'

async function receiveOne(agent: AgentKey, came: Came, deps: ReceiverDeps): Promise<Received> {
  const { received, logs } = await inTransaction(deps.db, (tx) => take(tx, agent, came, deps))
  if (isStop(came)) deps.lastHop.noteStop(agent, came.from)
  for (const entry of logs) deps.writeLog(agent, entry)
  return received
}

async function cameOf(
  agent: AgentKey,
  binding: LiveBinding,
  inbound: OfPerson,
  deps: ReceiverDeps,
): Promise<Came | undefined> {
  const { channel } = binding
  const address = addressOf(channel, inbound.from)
  if (address === undefined) return reject(agent, binding, 'the address is none of this channel', deps)
  const from = { channel, address }
  return {
    binding,
    from,
    name: inbound.kind === 'content' ? inbound.profile?.name : undefined,
    id: inbound.kind === 'typing' ? undefined : keptId(inbound.id),
    conversationId: inbound.conversationId,
    at: inbound.at ?? deps.world.now(),
    what: await whatOf(agent, { binding, from, inbound }, deps),
  }
}

type Arriving = { binding: LiveBinding; from: ChannelAddress; inbound: OfPerson }

async function whatOf(agent: AgentKey, arriving: Arriving, deps: ReceiverDeps): Promise<Came['what']> {
  const { binding, from: at, inbound } = arriving
  if (inbound.kind === 'typing') return { kind: 'signal', event: { type: 'system', kind: 'typing' } }
  if (inbound.kind !== 'content') {
    const keyword = inbound.kind === 'unsubscribed' ? 'stop' : 'start'
    // The provider's own switch is confirmed by the provider.
    const order = isCarrier(binding.channel) ? ({ keyword, at } as const) : undefined
    return { kind: 'switch', event: { type: 'system', kind: inbound.kind }, order }
  }
  const heard = await hear(agent, inbound.content, { binding, id: inbound.id }, deps)
  const order = await orderOf(agent, { binding, at, content: inbound.content, heard }, deps)
  return { kind: 'content', heard, begins: inbound.begins ?? false, order }
}

type Saying = { binding: LiveBinding; at: ChannelAddress; content: Content; heard: Heard }

async function orderOf(
  agent: AgentKey,
  { binding, at, content, heard }: Saying,
  { definitions, db }: ReceiverDeps,
): Promise<Order | undefined> {
  const compliance = binding.compliance?.enabled ?? false
  // A chip of the agent that says Cancel or Help answers the agent; one that says STOP is a STOP all the same.
  const reading = { channel: binding.channel, compliance: compliance && heard.type !== 'tap' }
  const words = heard.type === 'tap' ? heard.label : 'text' in content ? content.text : undefined
  const keyword = words === undefined ? undefined : keywordOf(words, reading)
  if (!keyword) return undefined
  return { keyword, at, brand: compliance ? await definitions.read(db, agent) : undefined }
}

function reject(agent: AgentKey, binding: LiveBinding, reason: string, { writeLog }: ReceiverDeps): undefined {
  const { provider, channel } = binding
  writeLog(agent, { level: 'warn', event: 'channel.rejected', channel, data: { provider, reason } })
}
