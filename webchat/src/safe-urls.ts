/** Returns a safe URL: only http(s) pages and pictures, so that nothing runs in the page's origin. */
export function safeWebUrl(text: string | undefined): string | undefined {
  return withScheme(text, ['https:', 'http:'])
}

export function safeHref(text: string | undefined): string | undefined {
  return withScheme(text, ['https:', 'http:', 'mailto:', 'tel:'])
}

function withScheme(text: string | undefined, schemes: string[]): string | undefined {
  if (!text || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return schemes.includes(url.protocol) ? url.href : undefined
}
