/** Escapes foreign text for AML, so that none of it is parsed as a marker. */

export function escapeMarkers(text: string): string {
  return text.replaceAll('[[', '\\[[')
}

/** A Fact may reference a message template of the agent; all other markers in it are escaped. */
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
