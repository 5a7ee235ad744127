const maxLength = 200

/**
 * The words of a template in one line: without chips, cards and formatting, and with the fallbacks of its slots. Only
 * for recognizing a message: the phone preview shows what people receive.
 */
export function excerptOf(body: string): string {
  const text = body
    .replaceAll(/\[\[[^\]]*\]\]/g, ' ')
    .replaceAll(/(?<!\\)\{[a-zA-Z][\w.]*(?:\|([^{}]*))?\}/g, (_, fallback: string | undefined) =>
      fallback === undefined || fallback === 'block-send' ? '…' : fallback,
    )
    .replaceAll(/\*\*|__|~~|`/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text.length > maxLength ? `${text.slice(0, maxLength).trimEnd()}…` : text
}
