import { readContentJson } from '../content.ts'
import { createDemoHandset, type HandsetInput } from '../handset.ts'
import type { DemoContext, DemoStep } from '../step.ts'
import { waitUntilChannelsActive } from './channels.ts'

type DemoConversation = { channel: string; address: string; lines: HandsetInput[] }

/** Conversations that really take place, on handsets. One that has begun already is left as it is. */
export const trafficStep: DemoStep = {
  name: 'traffic',
  async run({ agent, handsets, stop }) {
    if (!handsets) return
    await waitUntilChannelsActive(agent, stop)
    const conversations = await readContentJson<DemoConversation[]>('conversations.json')
    await Promise.all(conversations.map((conversation) => playConversation(conversation, { handsets, stop })))
  },
}

type ConversationClients = Required<Pick<DemoContext, 'handsets' | 'stop'>>

async function playConversation(
  { lines, ...place }: DemoConversation,
  { handsets, stop }: ConversationClients,
): Promise<void> {
  const handset = createDemoHandset(handsets, place, stop)
  if ((await handset.bubbles()).length === 0) await handset.send(lines)
}
