import { contentJson } from '../content.ts'
import type { Door } from '../door.ts'
import { handsetAt, type Line } from '../handset.ts'
import type { Listed, Making, Step } from '../step.ts'
import { until } from '../until.ts'
import { untilActive } from './channels.ts'

type Sending = {
  outreachId: string
  phone: string
  inputs?: Record<string, string>
  /** Of the handset, before anything comes. */
  handset?: object
  /** Told by us where the handset tells nothing by itself: a process that ends would take its receipts along. */
  reports?: string[]
  answers?: Line[]
}

type Sent = { state: string; messageId?: string }

/** Named sends that really went out, and what became of them. The key of each makes a second try none. */
export const sends: Step = {
  name: 'sends',
  async run({ agent, handsets, realSends, stop }) {
    if (!handsets || !realSends) return
    await untilActive(agent, stop)
    const { data } = await agent.get<Listed<{ id: string; phone?: string }>>('/people?limit=200')
    const all = await contentJson<Sending[]>('sends.json')
    await Promise.all(
      all.map(async (sending) => {
        const person = data.find(({ phone }) => phone === sending.phone)
        if (person) await send(sending, person.id, { agent, handsets, stop })
      }),
    )
  },
}

type Doors = Required<Pick<Making, 'agent' | 'handsets' | 'stop'>>

async function send(sending: Sending, personId: string, { agent, handsets, stop }: Doors): Promise<void> {
  const { outreachId, inputs, phone, reports = [], answers = [] } = sending
  const handset = handsetAt(handsets, { channel: 'rcs', address: phone }, stop)
  if (sending.handset) await handset.set(sending.handset)
  const asked = { recipient: { personId }, inputs, idempotencyKey: `demo-${outreachId}-${personId}` }
  const { sendId } = await agent.post<{ sendId: string }>(`/outreach/${outreachId}/sends`, asked)
  const { messageId } = await until(() => endOf(agent, sendId), stop, 'the end of a send')
  for (const state of messageId ? reports : []) await handset.report(messageId as string, state)
  const bubbles = await handset.bubbles()
  if (bubbles.every(({ direction }) => direction === 'out')) await handset.say(answers)
}

async function endOf(agent: Door, sendId: string): Promise<Sent | undefined> {
  const sent = await agent.get<Sent>(`/outreach/sends/${sendId}`)
  return ['queued', 'sending'].includes(sent.state) ? undefined : sent
}
