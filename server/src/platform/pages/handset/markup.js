import { element } from './dom.js'

const address = String.raw`https?:\/\/[^\s<>|]+[^\s<>|.,;:!?)]`
const marked = String.raw`\*(?=\S)[^*\n]*[^*\s]\*|(?<![\p{L}\p{N}])_(?=\S)[^_\n]*[^_\s]_(?![\p{L}\p{N}])|~(?=\S)[^~\n]*[^~\s]~`
const dialects = {
  plain: new RegExp(address, 'u'),
  starred: new RegExp(`${address}|${marked}`, 'u'),
  mrkdwn: new RegExp(String.raw`<[^<>|]+(?:\|[^<>]*)?>|${marked}|${address}`, 'u'),
}
const marks = { '*': 'strong', _: 'em', '~': 's' }
const ofChannel = { messengerA: 'starred', workchatD: 'mrkdwn' }

/** Renders a text with the channel's emphasis marks, line breaks and links; nothing else becomes markup. */
export function textOf(text, channel) {
  const dialect = ofChannel[channel] ?? 'plain'
  return runs(text, dialect)
}

function runs(text, dialect) {
  const found = dialects[dialect].exec(text)
  if (!found) return text ? [unescaped(text, dialect)] : []
  const before = text.slice(0, found.index)
  const after = text.slice(found.index + found[0].length)
  return [...(before ? [unescaped(before, dialect)] : []), run(found[0], dialect), ...runs(after, dialect)]
}

function run(found, dialect) {
  if (found.startsWith('<')) {
    const [url, words = url] = found.slice(1, -1).split('|')
    return /^https?:/.test(url) ? link(unescaped(url, dialect), unescaped(words, dialect)) : unescaped(words, dialect)
  }
  const mark = marks[found[0]]
  return mark ? element(mark, {}, runs(found.slice(1, -1), dialect)) : link(found, found)
}

function link(href, words) {
  return element('a', { href, target: '_blank', rel: 'noreferrer noopener' }, words)
}

function unescaped(text, dialect) {
  if (dialect !== 'mrkdwn') return text
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
