import { buildTextMessage } from '../../faults/environment/event-receiver.ts'
import { type InboundReport, signReport } from '../../faults/environment/fake-providers.ts'
import { facts } from '../fixtures.ts'
import { replyKeyOf } from '../partners.ts'
import { type LoadOperation, type OperationContext, type PendingEffect, pick } from './operation-context.ts'

/** A business program sends a text message to a known person. */
const message: LoadOperation['run'] = async ({ environment, fixtures, call, random, next }) => {
  const text = `Your boat is ready, number ${next()}`
  const { userId } = pick(fixtures.people, random)
  const { results } = (await call({
    url: `${environment.gateway.gateway}/v4/messages`,
    method: 'POST',
    token: fixtures.primaryAgent.accessToken,
    body: { userId, messages: [buildTextMessage(text)] },
  })) as { results?: { accepted: boolean }[] }
  if (!results?.[0]?.accepted) throw new Error(`a message was not accepted: ${JSON.stringify(results)}`)
  return { name: 'dispatched', completed: environment.partners.arrivals.expect(text) }
}

const talkers = 3_000

/** A person does not write while a reply to them is pending. */
function freeNumber({ environment, random }: OperationContext, block: number): string {
  for (;;) {
    const number = `+1202${block + Math.floor(random() * talkers)}`
    if (!environment.partners.arrivals.isExpected(replyKeyOf(number))) return number
  }
}

const tell = ({ environment, call }: OperationContext, bindingId: string, report: InboundReport | InboundReport[]) =>
  call({ url: `${environment.gateway.gateway}/providers/${bindingId}`, method: 'POST', raw: signReport(report) })

async function speak(
  context: OperationContext,
  { binding, block }: { binding: string; block: number },
): Promise<PendingEffect> {
  const from = freeNumber(context, block)
  const completed = context.environment.partners.arrivals.expect(replyKeyOf(from))
  completed.catch(() => {})
  const text = pick(facts, context.random).question
  await tell(context, binding, { type: 'message', id: `word ${context.next()}`, from, text })
  return { name: 'answered', completed }
}

/** The provider reports deliveries and reads. */
const receipt: LoadOperation['run'] = async (context) => {
  const { environment, fixtures } = context
  const id = environment.partners.pendingReports.oldest() ?? `unknown ${context.next()}`
  const receipts = (['delivered', 'read'] as const).map((state) => ({ type: 'receipt' as const, id, state }))
  await tell(context, fixtures.primaryAgent.sms, receipts)
  return undefined
}

/** A visitor writes in the web chat over an open WebSocket. */
const chat: LoadOperation['run'] = async ({ chats, random }) => {
  const { took, answered } = chats.send(pick(facts, random).question)
  answered.catch(() => {})
  await took
  return { name: 'answered', completed: answered }
}

/** A visitor leaves a page and opens another. */
const page: LoadOperation['run'] = async ({ chats }) => {
  await chats.reopen()
  return undefined
}

export const conversationOperations: LoadOperation[] = [
  { name: 'message sent', weight: 20, run: message },
  {
    name: 'message to the agent',
    weight: 12,
    run: (s) => speak(s, { binding: s.fixtures.primaryAgent.sms, block: 5_000_000 }),
  },
  {
    name: 'message to a program',
    weight: 5,
    run: (s) => speak(s, { binding: s.fixtures.secondaryAgent.sms, block: 6_000_000 }),
  },
  { name: 'receipts', weight: 12, run: receipt },
  { name: 'web chat message sent', weight: 5, run: chat },
  { name: 'web chat opened', weight: 1, run: page },
]
