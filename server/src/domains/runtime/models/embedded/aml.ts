/** How what others wrote becomes AML: none of it can be a marker. */

export function plain(text: string): string {
  return text.replaceAll('[[', '\\[[')
}

/** A Fact may name a message template of the agent; any other marker in it is text. */
export function plainFact(text: string): string {
  return text.replace(/\[\[(?!template: ?[A-Za-z0-9_-]+\]\])/g, '\\[[')
}

export function thingsMarker(ids: readonly string[]): string {
  return `[[things: ${ids.map(field).join(', ')}]]`
}

export function collectionMarker(id: string): string {
  return `[[collection: ${field(id)}]]`
}

function field(id: string): string {
  return id.replace(/[\\,|[\]]/g, '\\$&').replaceAll('\n', '\\n')
}
