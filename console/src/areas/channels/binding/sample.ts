import type { Schema } from '@parley/sdk'
import { words } from '#words/channels.ts'

const { binding: w } = words
type Thing = Schema<'AgentThing'>
const spec = 'amf/1'
const mostCards = 3

/** What an agent might say first: a greeting with replies to tap, and cards of what it offers. */
export function sampleMessages(name: string, things: readonly Thing[]): object[] {
  const offered =
    things.length > 0
      ? things.slice(0, mostCards)
      : [{ id: 'sample', name: w.sampleThing, description: w.sampleThingText }]
  const cards = offered.map(cardOf)
  const [only] = cards
  return [
    { spec, parts: [{ type: 'text', text: w.hello(name) }], chips: w.chips.map((label) => ({ label })) },
    {
      spec,
      parts: [
        { type: 'text', text: w.look },
        cards.length === 1 ? { type: 'card', card: only } : { type: 'carousel', cards },
      ],
    },
  ]
}

function cardOf({ name, description, imageUrl }: Thing): object {
  return {
    title: name,
    ...(description && { description }),
    ...(imageUrl && { mediaUrl: imageUrl }),
    chips: [{ label: w.more }],
  }
}
