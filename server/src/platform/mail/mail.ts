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
