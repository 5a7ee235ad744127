import { contentJson } from '../content.ts'
import { handsetAt, type Line } from '../handset.ts'
import type { Making, Step } from '../step.ts'
import { untilActive } from './channels.ts'

type Conversation = { channel: string; address: string; lines: Line[] }

/** Conversations that really take place, on handsets. One that has begun already is left as it is. */
export const traffic: Step = {
  name: 'traffic',
  async run({ agent, handsets, stop }) {
    if (!handsets) return
    await untilActive(agent, stop)
    const conversations = await contentJson<Conversation[]>('conversations.json')
    await Promise.all(conversations.map((conversation) => hold(conversation, { handsets, stop })))
  },
}

type Holding = Required<Pick<Making, 'handsets' | 'stop'>>

async function hold({ lines, ...place }: Conversation, { handsets, stop }: Holding): Promise<void> {
  const handset = handsetAt(handsets, place, stop)
  if ((await handset.bubbles()).length === 0) await handset.say(lines)
}
