/** A place in a body that a value takes. `start` and `end` are offsets of its braces, the end exclusive. */
export type TemplateSlot = { path: string; fallback?: string; start: number; end: number }

/** Stands for each character of a slot in a text that is looked at without them. */
export const slotPlaceholder = '\ufffc'

const slotPath =
  /^(?:person\.customFields\.[^.|{}]+|(?!person\.customFields(?:\.|$))(?:person|agent)(?:\.[A-Za-z][A-Za-z0-9_]*)+)$/

const backslash = 92

/**
 * The slots of a text in its order: `{person.firstName}`, `{person.customFields.key|a default}`, `{agent.websiteUrl}`.
 * Braces that are no slot stay what they are, and so does `\{`.
 */
export function findSlots(body: string): TemplateSlot[] {
  const slots: TemplateSlot[] = []
  // A slot holds no brace and no line break, so every character is looked at once.
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
  // In `{ person.firstName | there }` the spaces are for the eye; in `{person.firstName| there}` one is meant.
  return { path, fallback: written.trimEnd() === written ? fallback : fallback.trim() }
}
