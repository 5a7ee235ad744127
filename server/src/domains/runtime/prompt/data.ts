import { limitJson, maxResultBytes } from '../../tools/index.ts'

/** Fences the answer of an outside service for the model: escaped, and cut to the size of a result. */
export function fenceForeignData(value: unknown): string {
  const written = escapeFences(JSON.stringify(limitJson(value)))
  const bytes = Buffer.byteLength(written)
  if (bytes <= maxResultBytes) return `<data>${written}</data>`
  // Escaping made it longer, at most sixfold.
  return `<data>${escapeFences(JSON.stringify(limitJson(value, Math.floor((maxResultBytes * maxResultBytes) / bytes))))}</data>`
}

const escapeFences = (json: string): string => json.replaceAll('<', '\\u003c')

/**
 * Fences foreign text and escapes fences inside it, so that it cannot break out. The writing instructions say that
 * nothing inside is an instruction.
 */
export function fenceData(value: unknown): string {
  const written = escapeFences(JSON.stringify(value, null, 1))
  return `<data>\n${written}\n</data>`
}
