import { buildTextMessage } from '../../faults/environment/event-receiver.ts'
import { type InboundReport, signReport } from '../../faults/environment/fake-providers.ts'
import { facts } from '../fixtures.ts'
import { replyKeyOf } from '../partners.ts'
import { type LoadOperation, type OperationContext, type PendingEffect, pick } from './operation-context.ts'

/** The program of a business sends a text to somebody it knows. */
const message: LoadOperation['run'] = async ({ environment, fixtures, call, random, next }) => {
  const text = `Your boat is ready, number ${next()}`
  const { userId } = pick(fixtures.people, random)
  const { results } = (await call({
    url: `${environment.gateway.gateway}/v4/messages`,
    method: 'POST',
    token: fixtures.harbour.accessToken,
    body: { userId, messages: [buildTextMessage(text)] },
  })) as { results?: { accepted: boolean }[] }
  if (!results?.[0]?.accepted) throw new Error(`a message was not accepted: ${JSON.stringify(results)}`)
  return { name: 'handed over', happened: environment.world.arrivals.expect(text) }
}

const talkers = 3_000

/** Nobody speaks while an answer is on its way to them. */
function freeNumber({ environment, random }: OperationContext, block: number): string {
  for (;;) {
    const number = `+1202${block + Math.floor(random() * talkers)}`
    if (!environment.world.arrivals.isExpected(replyKeyOf(number))) return number
  }
}

const tell = ({ environment, call }: OperationContext, bindingId: string, said: InboundReport | InboundReport[]) =>
  call({ url: `${environment.gateway.gateway}/providers/${bindingId}`, method: 'POST', raw: signReport(said) })

async function speak(
  scene: OperationContext,
  { binding, block }: { binding: string; block: number },
): Promise<PendingEffect> {
  const from = freeNumber(scene, block)
  const happened = scene.environment.world.arrivals.expect(replyKeyOf(from))
  happened.catch(() => {})
  const text = pick(facts, scene.random).question
  await tell(scene, binding, { type: 'message', id: `word ${scene.next()}`, from, text })
  return { name: 'answered', happened }
}

/** The provider reports what has arrived, and what was read. */
const receipt: LoadOperation['run'] = async (scene) => {
  const { environment, fixtures } = scene
  const id = environment.world.unreported.oldest() ?? `unknown ${scene.next()}`
  const receipts = (['delivered', 'read'] as const).map((state) => ({ type: 'receipt' as const, id, state }))
  await tell(scene, fixtures.harbour.sms, receipts)
  return undefined
}

/** A visitor of a page says something in the web chat, over a socket that stands. */
const chat: LoadOperation['run'] = async ({ chats, random }) => {
  const { took, answered } = chats.say(pick(facts, random).question)
  answered.catch(() => {})
  await took
  return { name: 'answered', happened: answered }
}

/** A page is left, and another opened. */
const page: LoadOperation['run'] = async ({ chats }) => {
  await chats.reopen()
  return undefined
}

export const conversationOperations: LoadOperation[] = [
  { name: 'message sent', weight: 20, run: message },
  {
    name: 'word to the agent',
    weight: 12,
    run: (s) => speak(s, { binding: s.fixtures.harbour.sms, block: 5_000_000 }),
  },
  { name: 'word to a program', weight: 5, run: (s) => speak(s, { binding: s.fixtures.quay.sms, block: 6_000_000 }) },
  { name: 'receipts', weight: 12, run: receipt },
  { name: 'web chat said', weight: 5, run: chat },
  { name: 'web chat opened', weight: 1, run: page },
]
