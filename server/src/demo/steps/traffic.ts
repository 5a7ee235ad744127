import { readContentJson } from '../content.ts'
import type { DemoContext, DemoStep } from '../demo-context.ts'
import { createDemoHandset, type HandsetInput } from '../handset.ts'
import { waitUntilChannelsActive } from './channels.ts'

type DemoConversation = { channel: string; address: string; lines: HandsetInput[] }

/** Plays real conversations on handsets. A conversation that already has messages is left alone. */
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
