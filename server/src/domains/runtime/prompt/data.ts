/**
 * Fences foreign text and escapes fences inside it, so that it cannot break out. The writing instructions say that
 * nothing inside is an instruction.
 */
export function fenceData(value: unknown): string {
  const written = JSON.stringify(value, null, 1).replaceAll('<', '\\u003c')
  return `<data>\n${written}\n</data>`
}
