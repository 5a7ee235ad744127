/**
 * The first stage: whatever comes in leaves as well-formed text without NUL, with LF line ends. A column is the same before and after,
 * and a line break is one character, so positions can be counted behind this stage.
 */
export class AmlNormalizer {
  #carry = ''

  push(chunk: string): string {
    const text = this.#carry === '' ? chunk : this.#carry + chunk
    const end = findSafeEnd(text)
    this.#carry = end === text.length ? '' : text.slice(end)
    return normalizeChunk(this.#carry === '' ? text : text.slice(0, end))
  }

  end(): string {
    const rest = this.#carry
    this.#carry = ''
    return normalizeChunk(rest)
  }
}

/** A carriage return may be half of a CRLF, and a high surrogate half of a pair: they wait for what follows. */
function findSafeEnd(text: string): number {
  const last = text.charCodeAt(text.length - 1)
  return last === 13 || (last >= 0xd800 && last <= 0xdbff) ? text.length - 1 : text.length
}

function normalizeChunk(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text
  // As CommonMark does; neither a store nor a provider takes it.
  const sound = lines.includes('\0') ? lines.replaceAll('\0', '\ufffd') : lines
  return sound.isWellFormed() ? sound : sound.toWellFormed()
}
