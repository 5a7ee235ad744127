/** One or more lines that belong together. `inline` text still contains inline markup; a `gap` is a blank line. */
export type Block =
  | { kind: 'inline'; prefix: string; text: string; heading: boolean }
  | { kind: 'code'; text: string }
  | { kind: 'gap' }

type Lines = { source: string; at: number }

export function parseBlocks(source: string): Block[] {
  const blocks: Block[] = []
  const lines: Lines = { source, at: 0 }
  while (lines.at <= source.length) {
    const line = nextLine(lines)
    const text = line.trim()
    if (text === '') pushGap(blocks)
    else pushLine(blocks, { line, text }, lines)
  }
  return blocks
}

function nextLine(lines: Lines): string {
  const found = lines.source.indexOf('\n', lines.at)
  const end = found < 0 ? lines.source.length : found
  const line = lines.source.slice(lines.at, end)
  lines.at = end + 1
  return line
}

function pushGap(blocks: Block[]): void {
  const last = blocks[blocks.length - 1]
  if (last && last.kind !== 'gap') blocks.push({ kind: 'gap' })
}

function pushLine(blocks: Block[], { line, text }: { line: string; text: string }, lines: Lines): void {
  const first = text[0]!
  if (first === '#') pushHeading(blocks, text)
  else if (first === '`' || first === '~') pushFence(blocks, { line, text }, lines)
  else if ('*-_'.includes(first) && isThematicBreak(text)) pushParagraphLine(blocks, escaped(text))
  else if ('*-+0123456789'.includes(first)) pushItem(blocks, line, text)
  else pushParagraphLine(blocks, text)
}

function pushParagraphLine(blocks: Block[], text: string): void {
  const last = blocks[blocks.length - 1]
  if (last?.kind === 'inline' && !last.heading) last.text += `\n${text}`
  else blocks.push({ kind: 'inline', prefix: '', text, heading: false })
}

function pushHeading(blocks: Block[], text: string): void {
  const marker = /^#{1,6}[ \t]+/.exec(text)
  const heading = marker ? withoutClosing(text.slice(marker[0].length)) : ''
  if (heading === '') pushParagraphLine(blocks, text)
  else blocks.push({ kind: 'inline', prefix: '', text: heading, heading: true })
}

/** Strips the closing marks: `# Title ##` becomes `Title`. */
function withoutClosing(text: string): string {
  let at = text.length
  while (at > 0 && text[at - 1] === '#') at--
  if (at === 0) return ''
  const separated = text[at - 1] === ' ' || text[at - 1] === '\t'
  return separated ? text.slice(0, at).trimEnd() : text
}

function pushItem(blocks: Block[], line: string, text: string): void {
  const marker = /^(?:[-*+]|(\d{1,9})[.)])[ \t]+/.exec(text)
  if (!marker) {
    pushParagraphLine(blocks, text)
    return
  }
  const bullet = marker[1] === undefined ? '- ' : `${marker[1]}. `
  const prefix = ' '.repeat(indentOf(line)) + bullet
  blocks.push({ kind: 'inline', prefix, text: text.slice(marker[0].length), heading: false })
}

/** A tab advances to the next multiple of four. */
function indentOf(line: string): number {
  let columns = 0
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === 32) columns++
    else if (code === 9) columns += 4 - (columns % 4)
    else break
  }
  return columns
}

function pushFence(blocks: Block[], { line, text }: { line: string; text: string }, lines: Lines): void {
  const fence = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(text)?.[0]
  if (!fence) {
    pushParagraphLine(blocks, text)
    return
  }
  const start = lines.at
  const { code, closed } = readFenced(lines, fence, indentOf(line))
  if (code.trim() !== '') blocks.push({ kind: 'code', text: code })
  else if (!closed && text.length > fence.length) {
    // Nothing follows the unclosed fence: keep its line as text instead of losing it.
    lines.at = start
    pushParagraphLine(blocks, text)
  }
}

function readFenced(lines: Lines, fence: string, indent: number): { code: string; closed: boolean } {
  const inside: string[] = []
  while (lines.at <= lines.source.length) {
    const line = nextLine(lines)
    if (closes(line.trim(), fence)) return { code: inside.join('\n'), closed: true }
    inside.push(line.slice(Math.min(indent, line.length - line.trimStart().length)))
  }
  return { code: inside.join('\n').trimEnd(), closed: false }
}

function closes(text: string, fence: string): boolean {
  return text.length >= fence.length && text.startsWith(fence) && isAll(text, fence.charCodeAt(0))
}

function isThematicBreak(text: string): boolean {
  const bare = text.replace(/[ \t]+/g, '')
  return bare.length >= 3 && isAll(bare, bare.charCodeAt(0))
}

function isAll(text: string, code: number): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== code) return false
  return true
}

function escaped(text: string): string {
  return text.replace(/[-*_]/g, '\\$&')
}
