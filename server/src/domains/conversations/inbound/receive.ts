import { isCarrierChannel } from '@parley/amf'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { runAsTenant } from '../../../platform/fairness/tenant.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Inbound, InboundContentBody, LiveBinding } from '../../channels/index.ts'
import { addresses, type ChannelAddress } from '../../people/index.ts'
import { type KeywordCommand, parseKeyword } from '../compliance/keyword.ts'
import type { Receive, ReceiveResult } from '../deps.ts'
import type { InboundDeps } from './deps.ts'
import type { ResolvedContent } from './interpret-content.ts'
import { type InboundItem, processInbound } from './process.ts'
import { createReceiveBatched } from './receive-batched.ts'
import { resolveContent, sanitizeStrings, truncatedId } from './resolve-content.ts'

type Receipt = Extract<Inbound, { kind: 'receipt' | 'receiptsUntil' }>
type PersonInbound = Exclude<Inbound, Receipt>

/**
 * Entry point for inbound items: receipts first, then items from people, in the provider's order. A call with a STOP
 * returns only when no dispatch to that person can start anymore, in any process. The same holds for a repeat, because
 * the first call may still be waiting.
 */
export function createReceive(deps: InboundDeps): Receive {
  const receiveBatched = createReceiveBatched(deps)
  const receive: Receive = async (agent, binding, inbounds) => {
    const receipts = inbounds.filter(isReceipt)
    if (receipts.length > 0) await deps.processReceipts(agent, binding, receipts)
    const drops = binding.status === 'Disabled' && inbounds.length > receipts.length
    if (drops) reject(agent, binding, 'the binding is disabled', deps)
    const received: ReceiveResult[] = []
    let stops = receipts.filter(reportsOptOut).length
    for (let at = 0; at < inbounds.length; at += maxConcurrentItems) {
      const some = inbounds.slice(at, at + maxConcurrentItems)
      const items = await Promise.all(
        some.map((inbound) =>
          drops || isReceipt(inbound) ? undefined : toInboundItem(agent, binding, sanitizeStrings(inbound), deps),
        ),
      )
      for (const each of items) received.push(each ? await receiveOne(agent, each, { ...deps, receiveBatched }) : {})
      stops += items.filter((each) => each && isStop(each)).length
    }
    if (stops > 0) await deps.optOutFence.drain()
    return received
  }
  return (agent, binding, inbounds) => runAsTenant(agent.orgId, () => receive(agent, binding, inbounds))
}

/** Fetches the files of several messages concurrently, but not so many that memory fills up. */
const maxConcurrentItems = 10

const isReceipt = (inbound: Inbound): inbound is Receipt =>
  inbound.kind === 'receipt' || inbound.kind === 'receiptsUntil'

/** The provider refuses to write to a person who told it to stop. */
const reportsOptOut = (receipt: Receipt): boolean =>
  receipt.kind === 'receipt' && receipt.state === 'failed' && receipt.reason === 'optedOut'

const isStop = ({ payload }: InboundItem): boolean => payload.kind !== 'signal' && payload.command?.keyword === 'stop'

type ReceiveDeps = InboundDeps & { receiveBatched: ReturnType<typeof createReceiveBatched> }

async function receiveOne(agent: AgentKey, item: InboundItem, deps: ReceiveDeps): Promise<ReceiveResult> {
  const { received, logs } =
    (await deps.receiveBatched(agent, item)) ??
    (await inTransaction(deps.db, (tx) => processInbound(tx, agent, item, deps)))
  if (isStop(item)) deps.optOutFence.recordStop(agent, item.from)
  for (const entry of logs) deps.writeLog(agent, entry)
  return received
}

async function toInboundItem(
  agent: AgentKey,
  binding: LiveBinding,
  inbound: PersonInbound,
  deps: InboundDeps,
): Promise<InboundItem | undefined> {
  const { channel } = binding
  const address = addresses.normalize(channel, inbound.from)
  if (address === undefined) return reject(agent, binding, 'the address is not valid on this channel', deps)
  const from = { channel, address }
  return {
    binding,
    from,
    name: inbound.kind === 'content' ? inbound.profile?.name : undefined,
    id: inbound.kind === 'typing' ? undefined : truncatedId(inbound.id),
    conversationId: inbound.conversationId,
    at: inbound.at ?? deps.world.now(),
    payload: await classifyInbound(agent, { binding, from, inbound }, deps),
  }
}

type IncomingInbound = { binding: LiveBinding; from: ChannelAddress; inbound: PersonInbound }

async function classifyInbound(
  agent: AgentKey,
  arriving: IncomingInbound,
  deps: InboundDeps,
): Promise<InboundItem['payload']> {
  const { binding, from: at, inbound } = arriving
  if (inbound.kind === 'typing') return { kind: 'signal', event: { type: 'system', kind: 'typing' } }
  if (inbound.kind !== 'content') {
    const keyword = inbound.kind === 'unsubscribed' ? 'stop' : 'start'
    // Without `brand`, because the provider sends its own confirmation.
    const command = isCarrierChannel(binding.channel) ? ({ keyword, at } as const) : undefined
    return { kind: 'switch', event: { type: 'system', kind: inbound.kind }, command }
  }
  const content = await resolveContent(agent, inbound.content, { binding, id: inbound.id }, deps)
  const command = await readKeywordCommand(agent, { binding, at, body: inbound.content, content }, deps)
  return { kind: 'content', content, startsConversation: inbound.startsConversation ?? false, command }
}

type KeywordCandidate = { binding: LiveBinding; at: ChannelAddress; body: InboundContentBody; content: ResolvedContent }

async function readKeywordCommand(
  agent: AgentKey,
  { binding, at, body, content }: KeywordCandidate,
  { definitions, db }: InboundDeps,
): Promise<KeywordCommand | undefined> {
  const compliance = binding.compliance?.enabled ?? false
  // An agent's chip with the label Cancel or Help is an answer to the agent; one with the label STOP still counts as a
  // STOP.
  const reading = { channel: binding.channel, compliance: compliance && content.type !== 'tap' }
  const words = content.type === 'tap' ? content.label : 'text' in body ? body.text : undefined
  const keyword = words === undefined ? undefined : parseKeyword(words, reading)
  if (!keyword) return undefined
  return { keyword, at, brand: compliance ? await definitions.read(db, agent) : undefined }
}

function reject(agent: AgentKey, binding: LiveBinding, reason: string, { writeLog }: InboundDeps): undefined {
  const { provider, channel } = binding
  writeLog(agent, { level: 'warn', event: 'channel.rejected', channel, data: { provider, reason } })
}
