export type ContactDetails = {
  email?: string
  phone?: string
  firstName?: string
  lastName?: string
  fullName?: string
}

/** The lookarounds keep the end of an overlong address from matching. */
const email =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})*\.\p{L}{2,24}(?![\p{L}\p{N}])/u
const phone = /(?<![\p{L}\p{N}.-])\+?\(?\d[\d().\s/-]{5,20}\d(?![\p{L}\p{N}@-])/u
const ownNumber = /\b(?:my|mine|call|text|phone|ring|reach|mobile|cell|tel|whatsapp|contact|at)\b/i
const date = /\b\d{4}-\d{2}-\d{2}\b/

const introducedName = /\b(?:my (?:full )?name is|my name's|name:)\s+/i
const presentedName = /\b(?:I am|I'm|I’m|This is|this is|i'm|i am)\s+/
const nameWord = /^\p{L}[\p{L}'’.-]*$/u
const notInNames = new Set(
  `and but or my i im email mail phone number from at here with please call the a you can could is are was not so to for
   in on interested looking calling writing wondering happy sorry glad urgent great good fine ok okay sure new just very`.split(
    /\s+/,
  ),
)
const maxNames = 3

/** `awaited`: the agent has just asked for the details, so a bare number counts as a phone number. */
export function extractContactDetails(said: string, awaited: boolean): ContactDetails {
  const address = /\byour (?:e-?mail|address)\b/i.test(said) ? undefined : email.exec(said)?.[0]
  const number = extractPhone(address ? said.replace(address, ' ') : said, awaited)
  const names = extractNames(said, address !== undefined || number !== undefined)
  return { ...(address && { email: address }), ...(number && { phone: number }), ...toNameFields(names) }
}

function extractPhone(said: string, awaited: boolean): string | undefined {
  const found = phone.exec(said.replace(new RegExp(date, 'g'), ' '))?.[0]
  if (!found) return undefined
  const digits = found.replace(/\D/g, '')
  const isOwn = awaited || found.startsWith('+') || (ownNumber.test(said) && !/\b(?:order|invoice|your)\b/i.test(said))
  if (!isOwn || digits.length < 7 || digits.length > 15) return undefined
  return found.startsWith('+') ? `+${digits}` : digits
}

/** "I'm Interested" is not a name: without other details it takes two names, or the word "name". */
function extractNames(said: string, withDetails: boolean): string[] {
  const told = introducedName.exec(said)
  if (told) return readNames(said.slice(told.index + told[0].length), false)
  const self = presentedName.exec(said)
  if (!self) return []
  const names = readNames(said.slice(self.index + self[0].length), true)
  return names.length >= 2 || withDetails ? names : []
}

function readNames(rest: string, capitals: boolean): string[] {
  const clause = rest.slice(0, 120).split(/[,.;:!?\n](?:\s|$)/, 1)[0] ?? ''
  const names: string[] = []
  for (const word of clause.split(/\s+/)) {
    const fits = nameWord.test(word) && !notInNames.has(word.toLowerCase()) && (!capitals || /^\p{Lu}/u.test(word))
    if (!fits || names.length === maxNames) break
    names.push(word)
  }
  return names
}

function toNameFields([first, ...rest]: string[]): ContactDetails {
  if (first === undefined) return {}
  if (rest.length === 0) return { firstName: first }
  return { firstName: first, lastName: rest.join(' '), fullName: [first, ...rest].join(' ') }
}
