/** How a filled template contains slot values: verbatim, or escaped so that AML reads them as plain text. */
export type ValueForm = 'plain' | 'aml'

/**
 * Escapes everything in a value that Markdown would interpret. A URL without such characters stays a link, since it
 * shows where it leads.
 */
export function escapeMarkdown(value: string): string {
  return value
    .split(/\r\n?|\n/)
    .map((line) =>
      withLineEnds(
        line
          .split(/(https?:\/\/\S+)/i)
          .map(escapedInline)
          .join(''),
      ),
    )
    .join('\n')
}

const mark = /[\\`*_~[\]<]/g

function escapedInline(text: string): string {
  const escaped = text.replace(mark, (sign, at: number) =>
    sign === '_' && isWord(text[at - 1]) && isWord(text[at + 1]) ? sign : `\\${sign}`,
  )
  return escaped === text ? text : escaped.replace(/^(https?):(?=\/\/)/i, '$1\\:')
}

const isWord = (sign: string | undefined): boolean => sign !== undefined && /[a-z\d]/i.test(sign)

/** Escapes what would start a heading, an item or a rule, and what would close a heading. */
function withLineEnds(line: string): string {
  return line
    .replace(/^(\s*)(#{1,6}(?=\s|$)|[-+](?=[-\s]|$))/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)](?=\s|$))/, '$1\\$2')
    .replace(/(\s)(#+\s*)$/, '$1\\$2')
}
