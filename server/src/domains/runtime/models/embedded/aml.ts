/** How what others wrote becomes AML: none of it can be a marker. */

export function escapeMarkers(text: string): string {
  return text.replaceAll('[[', '\\[[')
}

/** A Fact may name a message template of the agent; any other marker in it is text. */
export function escapeFactMarkers(text: string): string {
  return text.replace(/\[\[(?!template: ?[A-Za-z0-9_-]+\]\])/g, '\\[[')
}

export function printThingsMarker(ids: readonly string[]): string {
  return `[[things: ${ids.map(escapeMarkerField).join(', ')}]]`
}

export function printCollectionMarker(id: string): string {
  return `[[collection: ${escapeMarkerField(id)}]]`
}

function escapeMarkerField(id: string): string {
  return id.replace(/[\\,|[\]]/g, '\\$&').replaceAll('\n', '\\n')
}
