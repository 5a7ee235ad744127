import { setTimeout as sleep } from 'node:timers/promises'
import { contentJson } from '../content.ts'
import type { Door } from '../door.ts'
import type { Listed, Making, Step } from '../step.ts'
import { demoChannels } from './channels.ts'

/** What somebody writes, or the chip of the last answer that they tap: the first is 1. */
type Line = string | { tap: number }
type Conversation = { channel: string; address: string; lines: Line[] }

type Bubble = { direction: 'in' | 'out'; chips: { label: string; kind: string }[] }

const tries = 200
const waitMilliseconds = 100

/** Conversations that really take place, on handsets. One that has begun already is left as it is. */
export const traffic: Step = {
  name: 'traffic',
  async run({ agent, handsets, stop }) {
    if (!handsets) return
    await until(() => areActive(agent), stop)
    const conversations = await contentJson<Conversation[]>('conversations.json')
    await Promise.all(conversations.map((conversation) => hold(conversation, { handsets, stop })))
  },
}

type Holding = Required<Pick<Making, 'handsets' | 'stop'>>

async function hold({ channel, address, lines }: Conversation, { handsets, stop }: Holding): Promise<void> {
  const path = `/handsets/${channel}/${encodeURIComponent(address)}`
  const bubbles = async () => (await handsets.get<{ messages: Bubble[] }>(path)).messages
  if ((await bubbles()).length > 0) return
  for (const line of lines) {
    const event = await until(async () => eventOf(line, (await bubbles()).at(-1)), stop)
    await handsets.post(`${path}/events`, event)
    await until(async () => (await bubbles()).at(-1)?.direction === 'out' || undefined, stop)
  }
}

/** Undefined while what is to be tapped is not there: an answer may come in several bubbles. */
function eventOf(line: Line, last: Bubble | undefined): object | undefined {
  if (typeof line === 'string') return { type: 'text', text: line }
  const chip = last?.chips.filter(({ kind }) => kind === 'reply')[line.tap - 1]
  return chip && { type: 'tap', label: chip.label }
}

async function areActive(agent: Door): Promise<true | undefined> {
  const { data } = await agent.get<Listed<{ channel: string; status: string }>>('/channels')
  const active = data.filter(({ status }) => status === 'Active').map(({ channel }) => channel)
  return demoChannels.every((channel) => active.includes(channel)) || undefined
}

async function until<T>(look: () => Promise<T | undefined>, stop: AbortSignal): Promise<T> {
  for (let left = tries; left > 0; left--) {
    const seen = await look()
    if (seen !== undefined) return seen
    await sleep(waitMilliseconds, undefined, { signal: stop })
  }
  throw new Error('a conversation of the demo went unanswered')
}
