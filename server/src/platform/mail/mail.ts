import { domainToASCII } from 'node:url'

export type MailSender = { address: string; name?: string }

export type Attachment = { name: string; contentType: string; content: string }

export type Mail = {
  /** Becomes the Message-ID, so that a retry of the same mail can be recognized. */
  id: string
  from: MailSender
  /** A single address. */
  to: string
  subject: string
  text: string
  attachments?: readonly Attachment[]
  headers?: Readonly<Record<string, string>>
}

export type Mailer = {
  /**
   * Resolves when the mail was accepted for delivery; otherwise throws MailRejectedError or MailDeliveryError. Once the
   * signal fires the connection is closed, so that a mail not accepted by then is not sent behind the caller's back.
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  close?(): void
}

/**
 * The provider rejects this mail or this recipient: a retry is useless. The message is a sentence that says what to do.
 * Neither it nor that of MailDeliveryError contains the key, the password, the recipient's address, or text from the
 * other side, which often repeats these.
 */
export class MailRejectedError extends Error {}

/** The mail was not sent this time; a retry may succeed, perhaps after the operator has done what the message says. */
export class MailDeliveryError extends Error {}

/** A mail that is safe for every provider: each header is one line, each address is one address. */
export type NormalizedMail = {
  messageId: string
  from: Required<MailSender>
  to: string
  subject: string
  text: string
  attachments: readonly Attachment[]
  headers: Readonly<Record<string, string>>
}

export function normalizeMail(mail: Mail): NormalizedMail {
  const { address: from } = mail.from
  if (!isAddress(from)) throw new MailDeliveryError('The sender is not a valid email address: correct it.')
  if (!isAddress(mail.to)) throw new MailRejectedError('The recipient is not a valid email address: correct it.')
  const domain = domainToASCII(domainOf(from))
  return {
    messageId: `<${mail.id.replace(/[^\w-]/g, '-')}@${domain}>`,
    from: { address: from, name: toSingleLine(mail.from.name ?? '') },
    to: mail.to,
    subject: toSingleLine(mail.subject),
    // Some providers reject a mail without text, and others show its attachment instead.
    text: mail.text.toWellFormed() || ' ',
    attachments: (mail.attachments ?? []).map(normalizeAttachment),
    headers: Object.fromEntries(Object.entries(mail.headers ?? {}).map(normalizeHeader)),
  }
}

function normalizeAttachment({ name, contentType, content }: Attachment): Attachment {
  return { name: toSingleLine(name), contentType: toSingleLine(contentType), content: content.toWellFormed() }
}

function normalizeHeader([name, value]: [string, string]): [string, string] {
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name))
    throw new MailRejectedError('A mail header has an invalid name: correct it.')
  return [name, toSingleLine(value)]
}

/** Replaces characters that would start another header, or change how the line reads, with spaces. */
function toSingleLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

/** RFC 5321, section 4.5.3.1. */
const maxAddressLength = 254

/** Characters that separate, quote or end an address for some mail system; no legitimate address contains them. */
const forbiddenInAddress = /[\p{C}\p{Z}"(),:;<>@[\\\]]/u

function isAddress(address: string): boolean {
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  const fits =
    at > 0 && address.length <= maxAddressLength && [local, domain].every((part) => !forbiddenInAddress.test(part))
  return fits && domainToASCII(domain) !== ''
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** For mail systems that support only ASCII after the `@`. */
export function withAsciiDomain(address: string): string {
  const domain = domainOf(address)
  return address.slice(0, -domain.length) + domainToASCII(domain)
}

/** Parses `Name <address>`, with the name quoted or not, or a bare address. */
export function parseSender(written: string): { address: string; name?: string } {
  const text = written.trim()
  const opens = text.lastIndexOf('<')
  if (opens === -1 || !text.endsWith('>')) return { address: text }
  const name = text
    .slice(0, opens)
    .trim()
    .replace(/^"(.*)"$/, '$1')
  return { address: text.slice(opens + 1, -1).trim(), ...(name && { name }) }
}
