/**
 * What others wrote, fenced: a fence that it brings along is broken, so that it cannot step out. The section on how to
 * write says that nothing inside is an instruction.
 */
export function fenceData(value: unknown): string {
  const written = JSON.stringify(value, null, 1).replaceAll('<', '\\u003c')
  return `<data>\n${written}\n</data>`
}
