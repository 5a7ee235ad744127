import type { DemoClient } from '../client.ts'
import { readContentJson } from '../content.ts'
import { createDemoHandset, type HandsetInput } from '../handset.ts'
import { pollUntilFound } from '../poll.ts'
import type { DemoContext, DemoStep, ListReply } from '../step.ts'
import { waitUntilChannelsActive } from './channels.ts'

type DemoSend = {
  outreachId: string
  phone: string
  inputs?: Record<string, string>
  /** Of the handset, before anything comes. */
  handset?: object
  /** Told by us where the handset tells nothing by itself: a process that ends would take its receipts along. */
  reports?: string[]
  answers?: HandsetInput[]
}

type SendState = { state: string; messageId?: string }

/** Named sends that really went out, and what became of them. The key of each makes a second try none. */
export const sendsStep: DemoStep = {
  name: 'sends',
  async run({ agent, handsets, realSends, stop }) {
    if (!handsets || !realSends) return
    await waitUntilChannelsActive(agent, stop)
    const { data } = await agent.get<ListReply<{ id: string; phone?: string }>>('/people?limit=200')
    const all = await readContentJson<DemoSend[]>('sends.json')
    await Promise.all(
      all.map(async (sending) => {
        const person = data.find(({ phone }) => phone === sending.phone)
        if (person) await send(sending, person.id, { agent, handsets, stop })
      }),
    )
  },
}

type SendClients = Required<Pick<DemoContext, 'agent' | 'handsets' | 'stop'>>

async function send(sending: DemoSend, personId: string, { agent, handsets, stop }: SendClients): Promise<void> {
  const { outreachId, inputs, phone, reports = [], answers = [] } = sending
  const handset = createDemoHandset(handsets, { channel: 'rcs', address: phone }, stop)
  if (sending.handset) await handset.set(sending.handset)
  const asked = { recipient: { personId }, inputs, idempotencyKey: `demo-${outreachId}-${personId}` }
  const { sendId } = await agent.post<{ sendId: string }>(`/outreach/${outreachId}/sends`, asked)
  const { messageId } = await pollUntilFound(() => findFinalState(agent, sendId), stop, 'the end of a send')
  for (const state of messageId ? reports : []) await handset.report(messageId as string, state)
  const bubbles = await handset.bubbles()
  if (bubbles.every(({ direction }) => direction === 'out')) await handset.send(answers)
}

async function findFinalState(agent: DemoClient, sendId: string): Promise<SendState | undefined> {
  const sent = await agent.get<SendState>(`/outreach/sends/${sendId}`)
  return ['queued', 'sending'].includes(sent.state) ? undefined : sent
}
