import { type Affordance, type AgentContent, type ContentMessage, compile, render } from '@parley/amf'

/** A compiled AML text: the message, its readable text and its affordances. */
export type ReadableAml = { message: ContentMessage; text: string; affordances: readonly Affordance[] }

/** Assumes that Things and images exist; the text of templates is unknown here. */
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

/** Truncates between words; an emoji counts as one character. */
export function truncateAtWord(text: string, most: number): string {
  const whole = text.trim()
  const characters = [...whole]
  if (characters.length <= most) return whole
  const head = characters.slice(0, most - 1).join('')
  return `${head.replace(/\s+\S*$/u, '') || head}…`
}
