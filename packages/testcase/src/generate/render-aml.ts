import { type Affordance, type AgentContent, type ContentMessage, compile, render } from '@parley/amf'

/** What a person reads, can tap and is shown of words in AML. */
export type ReadableAml = { message: ContentMessage; text: string; affordances: readonly Affordance[] }

/** Things and pictures are taken to be there; what templates would say is not known here. */
export const stubContent: AgentContent = {
  thing: (id) => ({ title: id }),
  collection: (id) => [{ title: id }],
  image: () => 'https://example.com/image.png',
}

export const renderAml = (aml: string): ReadableAml => renderForReading(compile(aml, { content: stubContent }).message)

export function renderForReading(message: ContentMessage): ReadableAml {
  const { messages, affordances } = render(message, { channel: 'rcs', messageId: 'example' })
  return { message, text: messages.map(({ text }) => text).join('\n'), affordances }
}

/** Cut between words where it is too long; an emoji is one character. */
export function truncateAtWord(text: string, most: number): string {
  const whole = text.trim()
  const characters = [...whole]
  if (characters.length <= most) return whole
  const head = characters.slice(0, most - 1).join('')
  return `${head.replace(/\s+\S*$/u, '') || head}…`
}
