export type JunitCase = { name: string; suite: string; failure?: string }

/** Writes results as the XML that build servers read. */
export function formatJunit(name: string, cases: readonly JunitCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const counts = `tests="${cases.length}" failures="${failures}" errors="0"`
  const lines = cases.map(({ name: title, suite, failure }) => {
    const attributes = `classname="${escapeXml(suite)}" name="${escapeXml(title)}"`
    if (failure === undefined) return `    <testcase ${attributes}/>`
    return `    <testcase ${attributes}><failure message="${escapeXml(failure)}"/></testcase>`
  })
  const suite = [`  <testsuite name="${escapeXml(name)}" ${counts}>`, ...lines, '  </testsuite>']
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites ${counts}>`, ...suite, '</testsuites>', ''].join('\n')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** XML 1.0 has no control characters, not even escaped. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
    .replace(/[&<>"']/g, (character) => entities[character] as string)
