import { type Channel, parseMarkdown, type TextRun } from '@parley/amf'

const address = String.raw`https?:\/\/[^\s<>|]+[^\s<>|.,;:!?)]`
const marked = String.raw`\*(?=\S)[^*\n]*[^*\s]\*|(?<![\p{L}\p{N}])_(?=\S)[^_\n]*[^_\s]_(?![\p{L}\p{N}])|~(?=\S)[^~\n]*[^~\s]~`
const dialects = {
  plain: new RegExp(address, 'gu'),
  starred: new RegExp(`${address}|${marked}`, 'gu'),
  mrkdwn: new RegExp(String.raw`<[^<>|]+(?:\|[^<>]*)?>|${marked}|${address}`, 'gu'),
}
type Dialect = keyof typeof dialects
type TextStyle = Omit<TextRun, 'text'>
const marks: Record<string, TextStyle> = { '*': { bold: true }, _: { italic: true }, '~': { strike: true } }
const commonMark: readonly Channel[] = ['webchat', 'aiChatE']
const dialectOf: Partial<Record<Channel, Dialect>> = { messengerA: 'starred', workchatD: 'mrkdwn' }

/** A text with what the channel makes of stars, lines and links; all other marks are words. */
export function parseTextRuns(text: string, channel: Channel): TextRun[] {
  return commonMark.includes(channel) ? parseMarkdown(text) : parseDialect(text, dialectOf[channel] ?? 'plain', {})
}

function parseDialect(text: string, dialect: Dialect, look: TextStyle): TextRun[] {
  const runs: TextRun[] = []
  const say = (words: string) => words !== '' && runs.push({ text: unescaped(words, dialect), ...look })
  let from = 0
  for (const found of text.matchAll(dialects[dialect])) {
    say(text.slice(from, found.index))
    runs.push(...runsIn(found[0], dialect, look))
    from = found.index + found[0].length
  }
  say(text.slice(from))
  return runs
}

function runsIn(found: string, dialect: Dialect, look: TextStyle): TextRun[] {
  if (found.startsWith('<')) return [parseAngleLink(found.slice(1, -1), dialect, look)]
  const mark = marks[found.charAt(0)]
  if (mark) return parseDialect(found.slice(1, -1), dialect, { ...look, ...mark })
  return [{ text: found, ...look, href: found }]
}

function parseAngleLink(inside: string, dialect: Dialect, look: TextStyle): TextRun {
  const [target = '', words = target] = inside.split('|')
  const text = unescaped(words, dialect)
  return /^https?:/.test(target) ? { text, ...look, href: unescaped(target, dialect) } : { text, ...look }
}

function unescaped(text: string, dialect: Dialect): string {
  if (dialect !== 'mrkdwn') return text
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
