/** Sends mail over SMTP or through a provider's API. */
export {
  type Attachment,
  type Mail,
  MailDeliveryError,
  type Mailer,
  MailRejectedError,
  type MailSender,
} from './mail.ts'
export { createMailgunMailer } from './mailgun.ts'
export { createSendgridMailer } from './sendgrid.ts'
export { createSmtpMailer } from './smtp.ts'
