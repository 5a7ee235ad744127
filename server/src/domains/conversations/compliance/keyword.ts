import type { Channel } from '@parley/amf'

/** Carriers require these keywords to be obeyed, whatever the agent is doing. */
export type Keyword = 'stop' | 'start' | 'help'

const defaultKeywords: Record<string, Keyword> = {
  stop: 'stop',
  unsubscribe: 'stop',
  stopall: 'stop',
  revoke: 'stop',
  optout: 'stop',
  'opt out': 'stop',
  start: 'start',
  unstop: 'start',
}
const complianceKeywords: Record<string, Keyword> = { cancel: 'stop', end: 'stop', quit: 'stop', help: 'help' }

const maxKeywordLength = 40
const invisible = /\p{Cf}|\p{Variation_Selector}/gu

/** The carrier channels: a STOP on one of them covers the same number on the others. */
export const carrierChannels: readonly Channel[] = ['rcs', 'sms']

export const isCarrierChannel = (channel: Channel): boolean => carrierChannels.includes(channel)

/** Returns the keyword if a person's text is exactly one; case and punctuation do not matter. */
export function parseKeyword(text: string, { channel, compliance }: { channel: Channel; compliance: boolean }) {
  if (!isCarrierChannel(channel) || text.length > maxKeywordLength) return undefined
  const said = normalizeText(text)
  return lookUpKeyword(defaultKeywords, said) ?? (compliance ? lookUpKeyword(complianceKeywords, said) : undefined)
}

function normalizeText(text: string): string {
  const plain = text.normalize('NFKC').replace(invisible, '').toLowerCase()
  return plain.replace(/\p{P}/gu, ' ').replace(/\s+/g, ' ').trim()
}

const lookUpKeyword = (words: Record<string, Keyword>, said: string): Keyword | undefined =>
  Object.hasOwn(words, said) ? words[said] : undefined
