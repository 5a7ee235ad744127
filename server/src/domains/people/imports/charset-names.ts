/** Character encodings of a file. Programs that say Latin-1 mean Windows-1252, as browsers read it too. */
export const charsets = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Charset = (typeof charsets)[number]

const aliases: Readonly<Record<string, Charset>> = {
  utf8: 'utf-8',
  'us-ascii': 'windows-1252',
  ascii: 'windows-1252',
  'utf-16': 'utf-16le',
  utf16: 'utf-16le',
  cp1252: 'windows-1252',
  'iso-8859-1': 'windows-1252',
  'iso8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'latin-1': 'windows-1252',
}

/** Returns the encoding of a name such as `latin1`, or undefined if an import cannot read it. */
export function parseCharset(name: string): Charset | undefined {
  const word = name.trim().toLowerCase()
  return charsets.find((charset) => charset === word) ?? (Object.hasOwn(aliases, word) ? aliases[word] : undefined)
}
