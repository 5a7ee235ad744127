import { buildTextMessage } from '../../faults/environment/event-receiver.ts'
import { type InboundReport, signReport } from '../../faults/environment/fake-providers.ts'
import { pickRandom } from '../../faults/traffic/actor.ts'
import { replyKeyOf } from '../external-systems.ts'
import { facts } from '../fixtures.ts'
import type { LoadOperation, OperationContext, PendingEffect } from './operation-context.ts'

/** A business program sends a text message to a known person. */
const sendMessage: LoadOperation['run'] = async ({ environment, fixtures, call, random, next }) => {
  const text = `Your boat is ready, number ${next()}`
  const { userId } = pickRandom(fixtures.people, random)
  const { results } = (await call({
    url: `${environment.gateway.gateway}/v4/messages`,
    method: 'POST',
    token: fixtures.primaryAgent.accessToken,
    body: { userId, messages: [buildTextMessage(text)] },
  })) as { results?: { accepted: boolean }[] }
  if (!results?.[0]?.accepted) throw new Error(`a message was not accepted: ${JSON.stringify(results)}`)
  return { name: 'dispatched', completed: environment.externalSystems.arrivals.expect(text) }
}

const peoplePerBlock = 3_000

/** A person does not write while a reply to them is pending. */
function pickIdleNumber({ environment, random }: OperationContext, block: number): string {
  for (;;) {
    const number = `+1202${block + Math.floor(random() * peoplePerBlock)}`
    if (!environment.externalSystems.arrivals.isExpected(replyKeyOf(number))) return number
  }
}

const deliverReport = (
  { environment, call }: OperationContext,
  bindingId: string,
  report: InboundReport | InboundReport[],
) => call({ url: `${environment.gateway.gateway}/providers/${bindingId}`, method: 'POST', raw: signReport(report) })

async function writeToAgent(
  context: OperationContext,
  { binding, block }: { binding: string; block: number },
): Promise<PendingEffect> {
  const from = pickIdleNumber(context, block)
  const completed = context.environment.externalSystems.arrivals.expect(replyKeyOf(from))
  completed.catch(() => {})
  const text = pickRandom(facts, context.random).question
  await deliverReport(context, binding, { type: 'message', id: `inbound ${context.next()}`, from, text })
  return { name: 'answered', completed }
}

/** The provider reports deliveries and reads. */
const deliverReceipts: LoadOperation['run'] = async (context) => {
  const { environment, fixtures } = context
  const id = environment.externalSystems.pendingReports.removeOldest() ?? `unknown ${context.next()}`
  const receipts = (['delivered', 'read'] as const).map((state) => ({ type: 'receipt' as const, id, state }))
  await deliverReport(context, fixtures.primaryAgent.sms, receipts)
  return undefined
}

/** A visitor writes in the web chat over an open WebSocket. */
const writeInWebChat: LoadOperation['run'] = async ({ chats, random }) => {
  const { took, answered } = chats.send(pickRandom(facts, random).question)
  answered.catch(() => {})
  await took
  return { name: 'answered', completed: answered }
}

/** A visitor leaves a page and opens another. */
const reopenPage: LoadOperation['run'] = async ({ chats }) => {
  await chats.reopen()
  return undefined
}

export const conversationOperations: LoadOperation[] = [
  { name: 'message sent', weight: 20, run: sendMessage },
  {
    name: 'message to the agent',
    weight: 12,
    run: (context) => writeToAgent(context, { binding: context.fixtures.primaryAgent.sms, block: 5_000_000 }),
  },
  {
    name: 'message to a program',
    weight: 5,
    run: (context) => writeToAgent(context, { binding: context.fixtures.secondaryAgent.sms, block: 6_000_000 }),
  },
  { name: 'receipts', weight: 12, run: deliverReceipts },
  { name: 'web chat message sent', weight: 5, run: writeInWebChat },
  { name: 'web chat opened', weight: 1, run: reopenPage },
]
