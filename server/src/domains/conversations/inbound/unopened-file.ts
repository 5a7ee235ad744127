/** What stands in the text of a message for a file that could not be opened. */
export const formatUnopenedFile = (name: string | undefined): string =>
  name ? `[A file that could not be opened: ${name}]` : '[A file that could not be opened]'

const placeholder = /(?:^|\n)\[A file that could not be opened(?:: ([^\n]*))?\]$/

export type UnopenedFile = {
  /** What the person wrote beside it. */
  text?: string
  name?: string
}

/** A text that ends with the placeholder, taken apart; undefined for any other. */
export function parseUnopenedFile(text: string): UnopenedFile | undefined {
  const found = placeholder.exec(text)
  if (!found) return undefined
  const written = text.slice(0, found.index).trim()
  return { ...(written && { text: written }), ...(found[1] && { name: found[1] }) }
}
