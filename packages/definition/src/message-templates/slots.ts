/** A placeholder in a body. `start` and `end` are the offsets of its braces, `end` exclusive. */
export type TemplateSlot = { path: string; fallback?: string; start: number; end: number }

/** Replaces each character of a slot when a text is analyzed without its slots. */
export const slotPlaceholder = '\ufffc'

const slotPath =
  /^(?:person\.customFields\.[^.|{}]+|(?!person\.customFields(?:\.|$))(?:person|agent|location)(?:\.[A-Za-z][A-Za-z0-9_]*)+)$/

const backslash = 92

/**
 * Finds the slots of a text in order: `{person.firstName}`, `{person.customFields.key|a default}`,
 * `{agent.websiteUrl}`, `{location.name}`. Other braces, and `\{`, stay literal.
 */
export function findSlots(body: string): TemplateSlot[] {
  const slots: TemplateSlot[] = []
  // A slot contains no brace or line break, so this reads every character once.
  for (const { 0: source, 1: inside = '', index: start } of body.matchAll(/\{([^{}\r\n]*)\}/g)) {
    if (body.charCodeAt(start - 1) === backslash) continue
    const slot = readSlot(inside)
    if (slot) slots.push({ ...slot, start, end: start + source.length })
  }
  return slots
}

function readSlot(inside: string): Pick<TemplateSlot, 'path' | 'fallback'> | undefined {
  const bar = inside.indexOf('|')
  const written = bar < 0 ? inside : inside.slice(0, bar)
  const path = written.trim()
  if (!slotPath.test(path)) return undefined
  if (bar < 0) return { path }
  const fallback = inside.slice(bar + 1)
  // In `{ person.firstName | there }` the spaces are formatting; in `{person.firstName| there}` the space is intended.
  return { path, fallback: written.trimEnd() === written ? fallback : fallback.trim() }
}
