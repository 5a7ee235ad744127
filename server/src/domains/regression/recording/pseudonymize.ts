export type RealPerson = {
  firstName?: string
  lastName?: string
  fullName?: string
  email?: string
  phone?: string
  company?: string
  customFields: Record<string, string>
  addresses: readonly string[]
}

/** Replaces personal data; the same original always gets the same pseudonym. */
export type Pseudonymizer = { firstName?: string; redact(text: string): string }

type Replace = (text: string) => string

const letters = String.raw`[\p{L}\p{M}]`
const longEnough = 5

/**
 * Replaces names first, because an email address with a replaced name is still recognized as an address. Replaces
 * numbers last, because they may adjoin other values.
 */
export function createPseudonymizer(person: RealPerson): Pseudonymizer {
  const { email = '', phone = '', addresses, firstName } = person
  const numbers = [phone, ...addresses].map(toAsciiDigits).filter((digits) => digits.length >= minLength)
  const mails = [email, ...addresses].filter((one) => one.includes('@'))
  const ids = addresses.filter((one) => !mails.includes(one) && toAsciiDigits(one).length < minLength)
  const steps: Replace[] = [
    ...createNameReplacers(person),
    ...ids.map(idReplacer),
    mailReplacer(mails),
    numberReplacer(numbers),
  ]
  return {
    ...(firstName?.trim() && { firstName: pickOther(firstName, firstNames) }),
    redact: (text) => steps.reduce((redacted, step) => step(redacted), text),
  }
}

const firstNames = ['Alex', 'Robin']
const lastNames = ['Sample', 'Example']

const pickOther = (real: string, made: readonly string[]): string =>
  made.find((one) => !foldForComparison(real).includes(foldForComparison(one))) ?? 'Somebody'

const foldForComparison = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Replaces names as whole words, longest first, and field values that are long enough to identify someone. */
function createNameReplacers({
  firstName = '',
  lastName = '',
  fullName = '',
  company = '',
  customFields,
}: RealPerson): Replace[] {
  const [first, last] = [pickOther(firstName || fullName, firstNames), pickOther(lastName || fullName, lastNames)]
  const given = firstName.trim() || fullName.trim().split(/\s+/)[0] || ''
  const others = fullName.trim().split(/\s+/).slice(1).filter(isName)
  const pairs: [string, string][] = [
    ...Object.entries(customFields).map(([key, value]): [string, string] => [value, `[${key}]`]),
    [company, '[company]'],
  ]
  const values = pairs.filter(([value]) => value.trim().length >= longEnough)
  const names: [string, string][] = [
    [fullName, `${first} ${last}`],
    [lastName, last],
    [given, first],
    ...others.map((one): [string, string] => [one, last]),
  ]
  return [...names.filter(([name]) => name.trim().length > 1), ...values].map(([real, made]) =>
    wordReplacer(real, made),
  )
}

/** Excludes particles of compound names, which are also ordinary words. */
const isName = (word: string): boolean => word.length > 2 && !particles.has(word.toLowerCase())
const particles = new Set(['van', 'von', 'der', 'den', 'del', 'della', 'das', 'dos', 'bin', 'ibn', 'the', 'and'])

function wordReplacer(real: string, made: string): Replace {
  const forms = [...new Set([real.trim(), real.trim().normalize('NFKD').replaceAll(/\p{M}/gu, '')])]
  const spelled = forms.map((form) => form.split(/\s+/).map(escapeRegExp).join(String.raw`\s+`)).join('|')
  const pattern = new RegExp(`(?<!${letters})(?:${spelled})(?!${letters})`, 'giu')
  return (text) => text.replaceAll(pattern, () => made)
}

const escapeRegExp = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)

/** An address that is neither a phone number nor an email address is an id of the channel. */
function idReplacer(id: string): Replace {
  if (id.trim().length < longEnough) return (text) => text
  const pattern = new RegExp(escapeRegExp(id.trim()), 'giu')
  return (text) => text.replaceAll(pattern, () => '[address]')
}

/**
 * Matches the whole token, because text adjoining a replaced email address adjoined the real one. Matches only where an
 * address can begin, so that no text is scanned twice.
 */
const anyMail = /(?<![^\s<>()[\]\\,;:"@])[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"]+/gu
const endOfSentence = /(?<![.!?])[.!?]*$/

function mailReplacer(own: readonly string[]): Replace {
  const isOwn = (made: string) => own.some((mail) => foldForComparison(made).includes(foldForComparison(mail)))
  const standIn = createStableMapping((n) => `person${n > 1 ? n : ''}@example.com`, isOwn)
  const literal = own.map((mail) => new RegExp(escapeRegExp(mail.trim()), 'giu'))
  return (text) =>
    literal
      .reduce((left, pattern) => left.replaceAll(pattern, () => standIn(foldForComparison(own[0] ?? ''))), text)
      .replaceAll(anyMail, (written) => {
        const [end = ''] = endOfSentence.exec(written) ?? []
        const mail = written.slice(0, written.length - end.length)
        return `${standIn.has(mail) ? mail : standIn(foldForComparison(mail))}${end}`
      })
}

/** Digits separated by no more than people put between the digits of one number. */
const anyRun = /\+?\(?\p{Nd}(?:[^\p{L}\p{M}\p{Nd}\n@]{0,4}\p{Nd})*/gu
/** Matches the formats of phone numbers but not of dates and times. */
const numberLike = /(?<![\p{L}\p{Nd}])(?:\+|00)?\(?\p{Nd}(?:[\s().\-/]{0,2}\p{Nd}){6,18}(?!\p{Nd})/gu
const localForm = /^\(?\p{Nd}{3,5}\)?[\s.\-/]\p{Nd}{3,4}(?:[\s.\-/]\p{Nd}{2,4})?$/u
const dateForm = /^(?:\p{Nd}{4}-\p{Nd}{1,2}-\p{Nd}{1,2}|\p{Nd}{1,2}([./-])\p{Nd}{1,2}\1\p{Nd}{2,4})(?!\p{Nd})/u
const minLength = 7

function numberReplacer(own: readonly string[]): Replace {
  const ends = own.map((number) => number.slice(-minLength))
  const isOwn = (written: string) => {
    const digits = toAsciiDigits(written)
    return ends.some((end) => digits.includes(end))
  }
  const standIn = createStableMapping((n) => `+120255501${String(n).padStart(2, '0')}`, isOwn)
  const theirs = () => standIn(own[0] ?? '')
  const other = (run: string) => (standIn.has(run) || !isTelephone(run) ? run : standIn(toAsciiDigits(run).slice(-10)))
  return (text) =>
    text
      .replaceAll(numberLike, (run) => (isOwn(run) ? theirs() : other(run)))
      .replaceAll(anyRun, (run) => (isOwn(run) ? theirs() : run))
}

function isTelephone(run: string): boolean {
  const count = toAsciiDigits(run).length
  if (/^(?:\+|00)/.test(run)) return true
  return !dateForm.test(run) && (count >= 10 || localForm.test(run))
}

/** Converts digits of any script to ASCII. In Unicode the ten digits of a script are contiguous, starting at zero. */
function toAsciiDigits(text: string): string {
  return (text.match(/\p{Nd}/gu) ?? []).map((digit) => (/^\d$/.test(digit) ? digit : valueOfDigit(digit))).join('')
}

function valueOfDigit(digit: string): number {
  const at = digit.codePointAt(0) as number
  let first = at
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return (at - first) % 10
}

/** Only a hundred phone numbers are reserved for fictional use. */
const maxPseudonyms = 99

/** Assigns the n-th pseudonym, always the same for the same value, and never one that equals a real value. */
function createStableMapping(make: (n: number) => string, isReal: (made: string) => boolean) {
  const known = new Map<string, string>()
  const all = new Set<string>()
  let n = 0
  const next = (): string => {
    n += 1
    if (n > maxPseudonyms) return '[omitted]'
    return isReal(make(n)) ? next() : make(n)
  }
  const standIn = (real: string): string => {
    const made = known.get(real) ?? next()
    known.set(real, made)
    all.add(made)
    return made
  }
  return Object.assign(standIn, { has: (text: string) => all.has(text) })
}
