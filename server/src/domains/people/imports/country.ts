import { countryCode } from '@parley/definition'

/** Languages in which a file may name countries. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt']

let codesByName: Map<string, string> | undefined

/** Reads a cell that names a country: a two-letter code, or its name in one of six languages. */
export function readCountry(cell: string): string | undefined {
  const code = countryCode.safeParse(cell)
  if (code.success) return code.data
  codesByName ??= listCountryNames()
  return codesByName.get(normalizeName(cell))
}

const normalizeName = (name: string): string => name.normalize('NFC').trim().toLowerCase()

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

function listCountryNames(): Map<string, string> {
  const codes = letters
    .flatMap((one) => letters.map((other) => one + other))
    .filter((code) => countryCode.safeParse(code).success)
  const names = new Map([
    ['usa', 'US'],
    ['uk', 'GB'],
  ])
  for (const language of languages) {
    const display = new Intl.DisplayNames(language, { type: 'region' })
    for (const code of codes) names.set(normalizeName(display.of(code) ?? code), code)
  }
  return names
}
