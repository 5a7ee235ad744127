import type { Channel } from '@parley/amf'

/** Carriers want these words obeyed, whatever the agent is in the middle of. */
export type Keyword = 'stop' | 'start' | 'help'

const always: Record<string, Keyword> = {
  stop: 'stop',
  unsubscribe: 'stop',
  stopall: 'stop',
  revoke: 'stop',
  optout: 'stop',
  'opt out': 'stop',
  start: 'start',
  unstop: 'start',
}
const withCompliance: Record<string, Keyword> = { cancel: 'stop', end: 'stop', quit: 'stop', help: 'help' }

const longestKeyword = 40
const invisible = /\p{Cf}|\p{Variation_Selector}/gu

/** The channels of the carriers: a STOP on one of them covers the same number on the others. */
export const carriers: readonly Channel[] = ['rcs', 'sms']

export const isCarrier = (channel: Channel): boolean => carriers.includes(channel)

/** What a text of a person orders, if it is a keyword and nothing else; case and punctuation do not matter. */
export function keywordOf(text: string, { channel, compliance }: { channel: Channel; compliance: boolean }) {
  if (!isCarrier(channel) || text.length > longestKeyword) return undefined
  const said = folded(text)
  return own(always, said) ?? (compliance ? own(withCompliance, said) : undefined)
}

function folded(text: string): string {
  const plain = text.normalize('NFKC').replace(invisible, '').toLowerCase()
  return plain.replace(/\p{P}/gu, ' ').replace(/\s+/g, ' ').trim()
}

const own = (words: Record<string, Keyword>, said: string): Keyword | undefined =>
  Object.hasOwn(words, said) ? words[said] : undefined
