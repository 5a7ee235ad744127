/** A message in AML, which the gateway compiles. */
export type AmlMessage = { aml: string }

/**
 * Builds AML with embedded values: aml`Hello ${name}, shall we? [[chips: Yes | No]]`. The template text is raw AML,
 * including backslashes; a value is shown verbatim and never opens a marker, wherever it appears. An AML message is
 * inserted as AML.
 */
export function aml(source: TemplateStringsArray, ...values: (string | number | AmlMessage)[]): AmlMessage {
  const pieces = source.raw.map((raw) => raw.replace(/\\(?=[`$])/g, ''))
  let depth = 0
  const written = pieces.map((piece, at) => {
    depth = depthAfter(piece, depth)
    const value = values[at]
    if (value === undefined) return piece
    if (typeof value === 'object') return piece + value.aml
    if (depth > 0) return piece + escapeForMarker(String(value))
    return piece + separateValue(escapeForText(String(value), /(^|\n)[ \t]*$/.test(piece)), pieces[at + 1] ?? '')
  })
  return { aml: written.join('') }
}

/** Returns the number of open markers; a carousel contains others. */
function depthAfter(piece: string, before: number): number {
  let depth = before
  for (const [found] of piece.matchAll(/\\\[\[|\\.|\[\[|\]\]/gs)) {
    if (found === '[[') depth += 1
    if (found === ']]' && depth > 0) depth -= 1
  }
  return depth
}

/** Each of these characters would split a field, a row or the marker. */
function escapeForMarker(value: string): string {
  return value.replace(/[\\|[\]~=,>#:]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

const markdown = /[\\`*_[\]<>~()!#]/g
const listSign = /^([ \t]*\d{0,9})([-+=•.)])/

function escapeForText(value: string, startsLine: boolean): string {
  const lines = value.split(/\r\n|\r|\n/).map((line, at) => {
    const escaped = line.replace(markdown, '\\$&')
    return at > 0 || startsLine ? escaped.replace(listSign, '$1\\$2') : escaped
  })
  return lines.join('\n')
}

/** A value that ends in a bracket or a backslash would merge with the marker that follows. */
function separateValue(written: string, next: string): string {
  const joins = (written.endsWith('[') && next.startsWith('[')) || (written.endsWith('\\') && next.startsWith('[['))
  return joins ? `${written} ` : written
}
