/** What is known of whoever a conversation was with. */
export type RealPerson = {
  firstName?: string
  lastName?: string
  fullName?: string
  email?: string
  phone?: string
  company?: string
  customFields: Record<string, string>
  /** Where they are reached. */
  addresses: readonly string[]
}

/** Somebody made up who takes their place: the same word always becomes the same other word. */
export type Pseudonymizer = { firstName?: string; redact(text: string): string }

type Replace = (text: string) => string

const letters = String.raw`[\p{L}\p{M}]`
const longEnough = 5

/** Names go first: what they leave of an address of theirs is an address still. Numbers go last, since they may touch. */
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

/** Names as whole words, longest first; values of fields that say more of somebody than yes or no. */
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

/** Of a name in several words: not its particles, which are words of a language too. */
const isName = (word: string): boolean => word.length > 2 && !particles.has(word.toLowerCase())
const particles = new Set(['van', 'von', 'der', 'den', 'del', 'della', 'das', 'dos', 'bin', 'ibn', 'the', 'and'])

function wordReplacer(real: string, made: string): Replace {
  const forms = [...new Set([real.trim(), real.trim().normalize('NFKD').replaceAll(/\p{M}/gu, '')])]
  const spelled = forms.map((form) => form.split(/\s+/).map(escapeRegExp).join(String.raw`\s+`)).join('|')
  const pattern = new RegExp(`(?<!${letters})(?:${spelled})(?!${letters})`, 'giu')
  return (text) => text.replaceAll(pattern, () => made)
}

/** As an expression that finds just that. */
const escapeRegExp = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)

/** An address that is neither a number nor a mail address is an id of the channel's. */
function idReplacer(id: string): Replace {
  if (id.trim().length < longEnough) return (text) => text
  const pattern = new RegExp(escapeRegExp(id.trim()), 'giu')
  return (text) => text.replaceAll(pattern, () => '[address]')
}

/**
 * With all that is written against it: whatever is next to a mail address made up was next to the real one. It is looked
 * for only where one can begin, and so no text is gone through twice.
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

/** Digits with no more between them than people put between the digits of one number. */
const anyRun = /\+?\(?\p{Nd}(?:[^\p{L}\p{M}\p{Nd}\n@]{0,4}\p{Nd})*/gu
/** As telephone numbers are written, and dates and times are not. */
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

/** In the digits that we write, whatever the script: those of each stand in one row from zero on. */
function toAsciiDigits(text: string): string {
  return (text.match(/\p{Nd}/gu) ?? []).map((digit) => (/^\d$/.test(digit) ? digit : valueOfDigit(digit))).join('')
}

function valueOfDigit(digit: string): number {
  const at = digit.codePointAt(0) as number
  let first = at
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return (at - first) % 10
}

/** There is a hundred of numbers that nobody has. */
const maxPseudonyms = 99

/** The n-th of its kind, always the same for the same; what is real is never made up. */
function createStableMapping(make: (n: number) => string, isReal: (made: string) => boolean) {
  const known = new Map<string, string>()
  const all = new Set<string>()
  let n = 0
  const next = (): string => {
    n += 1
    if (n > maxPseudonyms) return '[left out]'
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
