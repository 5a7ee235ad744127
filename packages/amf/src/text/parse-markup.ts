import type { Markup } from '../profiles/profile.ts'
import { parseMarkdown } from './markdown.ts'
import { pushRun, type TextRun } from './runs.ts'

type MessengerMarkup = Exclude<Markup, 'commonmark'>
type TextStyle = Omit<TextRun, 'text'>

const address = String.raw`https?:\/\/[^\s<>|]+[^\s<>|.,;:!?)]`
const styled = String.raw`\*(?=\S)[^*\n]*[^*\s]\*|(?<![\p{L}\p{N}])_(?=\S)[^_\n]*[^_\s]_(?![\p{L}\p{N}])|~(?=\S)[^~\n]*[^~\s]~`
const code = String.raw`\u0060{3}[\s\S]+?\u0060{3}|\u0060[^\u0060\n]+\u0060`
const angleLink = String.raw`<[^<>|]+(?:\|[^<>]*)?>`

/** The styles that each markup supports. A phone also turns a bare web address into a link, on every channel. */
const marks: Record<MessengerMarkup, RegExp> = {
  plain: new RegExp(address, 'gu'),
  starred: new RegExp(`${code}|${address}|${styled}`, 'gu'),
  mrkdwn: new RegExp(`${angleLink}|${code}|${styled}|${address}`, 'gu'),
}
const styles: Record<string, TextStyle> = { '*': { bold: true }, _: { italic: true }, '~': { strike: true } }

/** Parses the text of a channel message as the channel's app does; other marks are plain text. */
export function parseMarkup(text: string, markup: Markup): TextRun[] {
  return markup === 'commonmark' ? parseMarkdown(text) : parseStyled(text, markup, {})
}

function parseStyled(text: string, markup: MessengerMarkup, style: TextStyle): TextRun[] {
  const runs: TextRun[] = []
  const pushText = (piece: string) => pushRun(runs, { text: unescapeMrkdwn(piece, markup), ...style })
  let from = 0
  for (const { 0: found, index } of text.matchAll(marks[markup])) {
    pushText(text.slice(from, index))
    for (const run of parseMarked(found, markup, style)) pushRun(runs, run)
    from = index + found.length
  }
  pushText(text.slice(from))
  return runs
}

function parseMarked(found: string, markup: MessengerMarkup, style: TextStyle): TextRun[] {
  const first = found.charAt(0)
  if (first === '<') return [parseAngleLink(found.slice(1, -1), markup, style)]
  if (first === '`') return [{ text: unescapeMrkdwn(found.replace(/^`+|`+$/g, ''), markup), ...style, code: true }]
  const added = styles[first]
  if (added) return parseStyled(found.slice(1, -1), markup, { ...style, ...added })
  const href = unescapeMrkdwn(found, markup)
  return [{ text: href, ...style, href }]
}

function parseAngleLink(inside: string, markup: MessengerMarkup, style: TextStyle): TextRun {
  const [target = '', label = target] = inside.split('|')
  const text = unescapeMrkdwn(label, markup)
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(target)) return { text, ...style }
  return { text, ...style, href: unescapeMrkdwn(target, markup) }
}

function unescapeMrkdwn(text: string, markup: MessengerMarkup): string {
  if (markup !== 'mrkdwn') return text
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
