import { readContentJson } from '../content.ts'
import type { DemoClient, DemoContext, DemoStep, ListReply } from '../demo-context.ts'
import { createDemoHandset, type HandsetInput } from '../handset.ts'
import { pollUntilFound } from '../poll.ts'

import { waitUntilChannelsActive } from './channels.ts'

type DemoSend = {
  outreachId: string
  phone: string
  inputs?: Record<string, string>
  /** Handset settings to apply before the message arrives. */
  handset?: object
  /**
   * Receipts the demo reports itself, where the handset sends none: a process that exits would lose its pending
   * receipts.
   */
  reports?: string[]
  answers?: HandsetInput[]
}

type SendState = { state: string; messageId?: string }

/**
 * Named sends that are really dispatched, and their outcomes. The idempotency key of each makes a repeated run
 * harmless.
 */
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
  const namedSend = { recipient: { personId }, inputs, idempotencyKey: `demo-${outreachId}-${personId}` }
  const { sendId } = await agent.post<{ sendId: string }>(`/outreach/${outreachId}/sends`, namedSend)
  const { messageId } = await pollUntilFound(() => findFinalState(agent, sendId), stop, 'the end of a send')
  for (const state of messageId ? reports : []) await handset.report(messageId as string, state)
  const bubbles = await handset.bubbles()
  if (bubbles.every(({ direction }) => direction === 'out')) await handset.send(answers)
}

async function findFinalState(agent: DemoClient, sendId: string): Promise<SendState | undefined> {
  const sent = await agent.get<SendState>(`/outreach/sends/${sendId}`)
  return ['queued', 'sending'].includes(sent.state) ? undefined : sent
}
