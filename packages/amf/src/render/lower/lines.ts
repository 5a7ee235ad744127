import { literal, type Run } from '../../text/runs.ts'

type Words = Run[] | string | undefined

/** Paragraphs set apart by a blank line; empty ones are left out. */
export function paragraphs(parts: readonly Words[]): Run[] {
  return joined(parts, '\n\n')
}

/** Lines under each other; empty ones are left out. */
export function lines(parts: readonly Words[]): Run[] {
  return joined(parts, '\n')
}

function joined(parts: readonly Words[], gap: string): Run[] {
  const runs: Run[] = []
  for (const part of parts) {
    const own = typeof part === 'string' ? literal(part.trim()) : (part ?? [])
    if (!own.some(({ text }) => text !== '')) continue
    if (runs.length > 0) runs.push({ text: gap })
    for (const run of own) runs.push(run)
  }
  return runs
}

export function bold(text: string | undefined): Run[] {
  return text?.trim() ? [{ text: text.trim(), bold: true }] : []
}

export function link(url: string): Run[] {
  return [{ text: url, href: url }]
}

/** Signs that no markup means anything by. */
const plainMail = /^[\w.+-]{1,64}@[\w.-]{1,255}$/

/** Written to by a tap where the channel has links; phones see by themselves what is an address. */
export function mailLink(address: string): Run[] {
  return plainMail.test(address) ? [{ text: address, href: `mailto:${address}` }] : literal(address)
}

/** `Label: detail`, or the label alone. */
export function labelled(label: string, detail: string | undefined): string {
  return detail?.trim() ? `${label.trim()}: ${detail.trim()}` : label.trim()
}
