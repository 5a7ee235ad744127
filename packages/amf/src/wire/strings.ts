/** Keeps only the characters a dialer accepts: digits, and the leading plus. */
export function toDialable(phone: string): string {
  return phone.replace(/[^\d+]/g, '')
}

export function getFileName(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1)
  return last ? decoded(last) : 'file'
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
