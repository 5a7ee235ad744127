import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/channels.ts'

const { binding: sampleMessagesTexts } = strings
type Thing = Schema<'AgentThing'>
const spec = 'amf/1'
const mostCards = 3

/** What an agent might say first: a greeting with replies to tap, and cards of what it offers. */
export function sampleMessages(name: string, things: readonly Thing[]): object[] {
  const offered =
    things.length > 0
      ? things.slice(0, mostCards)
      : [{ id: 'sample', name: sampleMessagesTexts.sampleThing, description: sampleMessagesTexts.sampleThingText }]
  const cards = offered.map(cardOf)
  const [only] = cards
  return [
    {
      spec,
      parts: [{ type: 'text', text: sampleMessagesTexts.hello(name) }],
      chips: sampleMessagesTexts.chips.map((label) => ({ label })),
    },
    {
      spec,
      parts: [
        { type: 'text', text: sampleMessagesTexts.look },
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
    chips: [{ label: sampleMessagesTexts.more }],
  }
}
