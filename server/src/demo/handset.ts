import type { DemoClient } from './client.ts'
import { pollUntilFound } from './poll.ts'

/** What somebody writes, or the chip of the last message that they tap: the first is 1. */
export type HandsetInput = string | { tap: number }

type Bubble = { direction: 'in' | 'out'; chips: { label: string; kind: string }[] }

/** One handset of the lab, and whoever holds it. */
export function createDemoHandset(
  handsets: DemoClient,
  { channel, address }: { channel: string; address: string },
  stop: AbortSignal,
) {
  const path = `/handsets/${channel}/${encodeURIComponent(address)}`
  const bubbles = async () => (await handsets.get<{ messages: Bubble[] }>(path)).messages
  return {
    bubbles,
    set: (settings: object) => handsets.put(path, settings),
    report: (messageId: string, state: string) =>
      handsets.post(`${path}/events`, { type: 'receipt', messageId, state }),
    /** Says one line after the other, each once the one before was answered. */
    async send(lines: readonly HandsetInput[]): Promise<void> {
      for (const line of lines) {
        const event = await pollUntilFound(
          async () => toHandsetEvent(line, (await bubbles()).at(-1)),
          stop,
          'a conversation',
        )
        await handsets.post(`${path}/events`, event)
        await pollUntilFound(async () => (await bubbles()).at(-1)?.direction === 'out' || undefined, stop, 'an answer')
      }
    },
  }
}

/** Undefined while what is to be tapped is not there: an answer may come in several bubbles. */
function toHandsetEvent(line: HandsetInput, last: Bubble | undefined): object | undefined {
  if (typeof line === 'string') return { type: 'text', text: line }
  const chip = last?.chips.filter(({ kind }) => kind === 'reply')[line.tap - 1]
  return chip && { type: 'tap', label: chip.label }
}
