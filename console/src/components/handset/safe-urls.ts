const leading = ['http:', 'https:', 'tel:', 'mailto:']

/** An address that may become a link; any other, such as `javascript:`, would run what a message says. */
export function safeLinkUrl(address: string | undefined): string | undefined {
  return address !== undefined && leading.includes(protocolOf(address)) ? address : undefined
}

/** An address that may be loaded as a picture. */
export function safeImageUrl(address: string | undefined): string | undefined {
  return address !== undefined && /^https?:$/.test(protocolOf(address)) ? address : undefined
}

const protocolOf = (address: string): string => (URL.canParse(address) ? new URL(address).protocol : '')
