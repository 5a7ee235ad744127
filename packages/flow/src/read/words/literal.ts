/** Countries with a decimal comma and a dot for thousands. */
export const commaDecimals: ReadonlySet<string> = new Set(
  'AR AT BE BG BR CL CO CZ DE DK EE ES FI FR GR HR HU ID IS IT LT LU LV NL NO PL PT RO RS RU SE SI SK TR UA UY VN'.split(
    ' ',
  ),
)

const dotted = /^-?(?:\d{1,15}|\d{1,3}(?:[,']\d{3}){1,4})(?:\.\d{1,10})?$/
const dottedHead = /^-?\.\d{1,10}$/
const withCommas = /^-?(?:\d{1,15}|\d{1,3}(?:[.']\d{3}){1,4})(?:,\d{1,10})?$/
/** Unambiguous in every country. */
const surelyComma = /^-?\d{1,3}(?:\.\d{3}){1,4},\d{1,10}$|^-?\d{1,3}(?:\.\d{3}){2,4}$/

/** Parses a number in digits: 1,234.5, 1.234,5, 1'234, -3, .5, 1/2, 45k. */
export function parseNumberLiteral(written: string, commaDecimal: boolean): number | undefined {
  const fraction = /^(\d{1,3})\/([1-9]\d{0,2})$/.exec(written)
  if (fraction) return Number(fraction[1]) / Number(fraction[2])
  const [, digits = '', kilo] = /^(.*?)(k?)$/.exec(written) ?? []
  const value = plainLiteral(digits, commaDecimal)
  return value !== undefined && kilo ? value * 1000 : value
}

function plainLiteral(digits: string, commaDecimal: boolean): number | undefined {
  const comma = surelyComma.test(digits) || (commaDecimal && withCommas.test(digits))
  if (comma) return Number(digits.replace(/[.']/g, '').replace(',', '.'))
  if (commaDecimal && !/^-?\d{1,3}(?:,\d{3})+\.\d+$/.test(digits)) return undefined
  return dotted.test(digits) || dottedHead.test(digits) ? Number(digits.replace(/[,']/g, '')) : undefined
}
