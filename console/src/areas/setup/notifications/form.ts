import type { Schema } from '@parley/sdk'

/** A secret in a form: what is kept shows its end; a new one, or its removal, is what is sent. */
export type SecretForm = { set: boolean; last4: string; value: string; clear: boolean }

export type NotificationsForm = {
  operator: { provider: '' | 'slack' | 'email'; toAddress: string }
  email: { provider: '' | 'sendgrid' | 'mailgun'; fromAddress: string; fromName: string; mailgunDomain: string }
  slackWebhookUrl: SecretForm
  emailApiKey: SecretForm
}

export const shownSecret = ({ set, last4 = '' }: Schema<'SecretState'>): SecretForm => ({
  set,
  last4,
  value: '',
  clear: false,
})

/** Left out it stays, null clears, a text is the new one. */
export const sentSecret = ({ value, clear }: SecretForm): string | null | undefined =>
  clear ? null : value === '' ? undefined : value

export function shownNotifications({ operator, email, secrets }: Schema<'Notifications'>): NotificationsForm {
  return {
    operator: { provider: operator?.provider ?? '', toAddress: operator?.toAddress ?? '' },
    email: {
      provider: email?.provider ?? '',
      fromAddress: email?.fromAddress ?? '',
      fromName: email?.fromName ?? '',
      mailgunDomain: email?.mailgunDomain ?? '',
    },
    slackWebhookUrl: shownSecret(secrets.slackWebhookUrl),
    emailApiKey: shownSecret(secrets.emailApiKey),
  }
}

export function sentNotifications({ operator, email, slackWebhookUrl, emailApiKey }: NotificationsForm) {
  const [slack, key] = [sentSecret(slackWebhookUrl), sentSecret(emailApiKey)]
  const byMailgun = email.provider === 'mailgun'
  return {
    ...(operator.provider && {
      operator: {
        provider: operator.provider,
        ...(operator.provider === 'email' && given({ toAddress: operator.toAddress })),
      },
    }),
    ...(email.provider && {
      email: {
        provider: email.provider,
        fromAddress: email.fromAddress,
        ...given({ fromName: email.fromName }),
        ...(byMailgun && given({ mailgunDomain: email.mailgunDomain })),
      },
    }),
    ...(slack !== undefined && { slackWebhookUrl: slack }),
    ...(key !== undefined && { emailApiKey: key }),
  }
}

/** What is empty is not there. */
const given = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
