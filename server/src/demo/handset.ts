import type { DemoClient } from './demo-context.ts'
import { pollUntilFound } from './poll.ts'

/** Text to send, or the 1-based index of the reply chip to tap in the last message. */
export type HandsetInput = string | { tap: number }

type Bubble = { direction: 'in' | 'out'; chips: { label: string; kind: string }[] }

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
    /** Sends the lines one at a time, waiting for a reply after each. */
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

/** Returns undefined until the chip to tap has arrived: a reply may consist of several bubbles. */
function toHandsetEvent(line: HandsetInput, last: Bubble | undefined): object | undefined {
  if (typeof line === 'string') return { type: 'text', text: line }
  const chip = last?.chips.filter(({ kind }) => kind === 'reply')[line.tap - 1]
  return chip && { type: 'tap', label: chip.label }
}
