import { domainToASCII } from 'node:url'
import { type Attachment, type Mail, MailFailed, MailRefused, type Sender } from './mail.ts'

/** A mail with which nothing can go wrong on any road: each header is one line, each address is one address. */
export type Letter = {
  messageId: string
  from: Required<Sender>
  to: string
  subject: string
  text: string
  attachments: readonly Attachment[]
  headers: Readonly<Record<string, string>>
}

export function letterOf(mail: Mail): Letter {
  const { address: from } = mail.from
  if (!isAddress(from)) throw new MailFailed('The sender is not an address that mail can come from: correct it.')
  if (!isAddress(mail.to))
    throw new MailRefused('The recipient is not an address that mail can be sent to: correct it.')
  const domain = domainToASCII(domainOf(from))
  return {
    messageId: `<${mail.id.replace(/[^\w-]/g, '-')}@${domain}>`,
    from: { address: from, name: oneLine(mail.from.name ?? '') },
    to: mail.to,
    subject: oneLine(mail.subject),
    // A mail without a text is not taken everywhere, and elsewhere its attachment would stand in for it.
    text: mail.text.toWellFormed() || ' ',
    attachments: (mail.attachments ?? []).map(attached),
    headers: Object.fromEntries(Object.entries(mail.headers ?? {}).map(header)),
  }
}

function attached({ name, contentType, content }: Attachment): Attachment {
  return { name: oneLine(name), contentType: oneLine(contentType), content: content.toWellFormed() }
}

function header([name, value]: [string, string]): [string, string] {
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name))
    throw new MailRefused('A header of the mail has no proper name: correct it.')
  return [name, oneLine(value)]
}

/** What would end a header and begin another, or change how a line reads, becomes a space. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

/** RFC 5321, section 4.5.3.1. */
const longestAddress = 254

/** Characters that separate, quote or end an address somewhere on its way; nobody has them in one in good faith. */
const neverInAddress = /[\p{C}\p{Z}"(),:;<>@[\\\]]/u

function isAddress(address: string): boolean {
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  const fits = at > 0 && address.length <= longestAddress && [local, domain].every((part) => !neverInAddress.test(part))
  return fits && domainToASCII(domain) !== ''
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** For those who know no letters beyond ASCII behind the `@`. */
export function withPlainDomain(address: string): string {
  const domain = domainOf(address)
  return address.slice(0, -domain.length) + domainToASCII(domain)
}
