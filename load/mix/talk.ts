import { type Said, stamped } from '../../faults/stage/carrier.ts'
import { saying } from '../../faults/stage/receiver.ts'
import { facts } from '../setting.ts'
import { replyTo } from '../world.ts'
import { type Effect, type Kind, pick, type Scene } from './scene.ts'

/** The program of a business sends a text to somebody it knows. */
const message: Kind['act'] = async ({ stage, setting, call, random, next }) => {
  const text = `Your boat is ready, number ${next()}`
  const { userId } = pick(setting.people, random)
  const { results } = (await call({
    url: `${stage.gateway.gateway}/v4/messages`,
    method: 'POST',
    token: setting.harbour.accessToken,
    body: { userId, messages: [saying(text)] },
  })) as { results?: { accepted: boolean }[] }
  if (!results?.[0]?.accepted) throw new Error(`a message was not accepted: ${JSON.stringify(results)}`)
  return { name: 'handed over', happened: stage.world.arrivals.expect(text) }
}

const talkers = 3_000

/** Nobody speaks while an answer is on its way to them. */
function freeNumber({ stage, random }: Scene, block: number): string {
  for (;;) {
    const number = `+1202${block + Math.floor(random() * talkers)}`
    if (!stage.world.arrivals.isExpected(replyTo(number))) return number
  }
}

const tell = ({ stage, call }: Scene, bindingId: string, said: Said | Said[]) =>
  call({ url: `${stage.gateway.gateway}/providers/${bindingId}`, method: 'POST', raw: stamped(said) })

async function speak(scene: Scene, { binding, block }: { binding: string; block: number }): Promise<Effect> {
  const from = freeNumber(scene, block)
  const happened = scene.stage.world.arrivals.expect(replyTo(from))
  happened.catch(() => {})
  const text = pick(facts, scene.random).question
  await tell(scene, binding, { type: 'message', id: `word ${scene.next()}`, from, text })
  return { name: 'answered', happened }
}

/** The provider reports what has arrived, and what was read. */
const receipt: Kind['act'] = async (scene) => {
  const { stage, setting } = scene
  const id = stage.world.unreported.oldest() ?? `unknown ${scene.next()}`
  const receipts = (['delivered', 'read'] as const).map((state) => ({ type: 'receipt' as const, id, state }))
  await tell(scene, setting.harbour.sms, receipts)
  return undefined
}

/** A visitor of a page says something in the web chat, over a socket that stands. */
const chat: Kind['act'] = async ({ chats, random }) => {
  const { took, answered } = chats.say(pick(facts, random).question)
  answered.catch(() => {})
  await took
  return { name: 'answered', happened: answered }
}

/** A page is left, and another opened. */
const page: Kind['act'] = async ({ chats }) => {
  await chats.reopen()
  return undefined
}

export const talkKinds: Kind[] = [
  { name: 'message sent', weight: 20, act: message },
  { name: 'word to the agent', weight: 12, act: (s) => speak(s, { binding: s.setting.harbour.sms, block: 5_000_000 }) },
  { name: 'word to a program', weight: 5, act: (s) => speak(s, { binding: s.setting.quay.sms, block: 6_000_000 }) },
  { name: 'receipts', weight: 12, act: receipt },
  { name: 'web chat said', weight: 5, act: chat },
  { name: 'web chat opened', weight: 1, act: page },
]
