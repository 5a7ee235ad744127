import { type TextRun, toLiteralRuns } from '../../text/runs.ts'

type TextOrRuns = TextRun[] | string | undefined

/** Joins paragraphs with a blank line, skipping empty ones. */
export function joinParagraphs(parts: readonly TextOrRuns[]): TextRun[] {
  return joined(parts, '\n\n')
}

/** Joins lines, skipping empty ones. */
export function joinTextLines(parts: readonly TextOrRuns[]): TextRun[] {
  return joined(parts, '\n')
}

function joined(parts: readonly TextOrRuns[], gap: string): TextRun[] {
  const runs: TextRun[] = []
  for (const part of parts) {
    const own = typeof part === 'string' ? toLiteralRuns(part.trim()) : (part ?? [])
    if (!own.some(({ text }) => text !== '')) continue
    if (runs.length > 0) runs.push({ text: gap })
    for (const run of own) runs.push(run)
  }
  return runs
}

export function toBoldRuns(text: string | undefined): TextRun[] {
  return text?.trim() ? [{ text: text.trim(), bold: true }] : []
}

export function toLinkRuns(url: string): TextRun[] {
  return [{ text: url, href: url }]
}

/** Only characters that mean nothing in any markup. */
const plainMail = /^[\w.+-]{1,64}@[\w.-]{1,255}$/

/** Returns a mail link where the channel has links; phones detect plain addresses themselves. */
export function toMailLinkRuns(address: string): TextRun[] {
  return plainMail.test(address) ? [{ text: address, href: `mailto:${address}` }] : toLiteralRuns(address)
}

/** `Label: detail`, or the label alone. */
export function formatLabelled(label: string, detail: string | undefined): string {
  return detail?.trim() ? `${label.trim()}: ${detail.trim()}` : label.trim()
}
