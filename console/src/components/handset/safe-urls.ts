const leading = ['http:', 'https:', 'tel:', 'mailto:']

/** Returns a URL that is safe to link. Others, such as `javascript:`, would execute code from a message. */
export function safeLinkUrl(address: string | undefined): string | undefined {
  return address !== undefined && leading.includes(protocolOf(address)) ? address : undefined
}

/** Returns a URL that is safe to load as an image. */
export function safeImageUrl(address: string | undefined): string | undefined {
  return address !== undefined && /^https?:$/.test(protocolOf(address)) ? address : undefined
}

const protocolOf = (address: string): string => (URL.canParse(address) ? new URL(address).protocol : '')
