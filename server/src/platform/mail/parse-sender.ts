/** Parses `Name <address>`, with the name quoted or not, or a bare address. */
export function parseSender(written: string): { address: string; name?: string } {
  const text = written.trim()
  const opens = text.lastIndexOf('<')
  if (opens === -1 || !text.endsWith('>')) return { address: text }
  const name = text
    .slice(0, opens)
    .trim()
    .replace(/^"(.*)"$/, '$1')
  return { address: text.slice(opens + 1, -1).trim(), ...(name && { name }) }
}
