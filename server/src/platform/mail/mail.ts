export type MailSender = { address: string; name?: string }

export type Attachment = { name: string; contentType: string; content: string }

export type Mail = {
  /** Makes the Message-ID, so that a second attempt of the same mail can be recognised. */
  id: string
  from: MailSender
  /** One address. */
  to: string
  subject: string
  text: string
  attachments?: readonly Attachment[]
  /** Beyond those that a mail has anyway; `Auto-Submitted`, say. */
  headers?: Readonly<Record<string, string>>
}

export type Mailer = {
  /**
   * Ends when the mail was taken over for delivery; throws MailRefused or MailFailed otherwise. Once the signal fires
   * the connection is closed: a mail that was not taken over by then is not sent behind the back of the caller.
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  close?(): void
}

/**
 * This mail, or mail to this recipient, is not taken: trying again is useless. The message is a sentence that says what
 * to do; neither it nor that of MailFailed holds the key, the password, the recipient's address, or words of the other
 * side, which like to repeat these.
 */
export class MailRejectedError extends Error {}

/** The mail did not go out this time; a later attempt may succeed, perhaps once somebody has done what the message says. */
export class MailDeliveryError extends Error {}
