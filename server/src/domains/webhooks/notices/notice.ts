import type { Db } from '../../../platform/db/database.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { DeactivationReason } from '../webhook.ts'

export type DeactivatedWebhook = { id: string; url: string; description: string | null; reason: DeactivationReason }

/** Tells those who run the org, in the transaction of what they are told of. */
export type NotifyAdmins = (tx: Db, org: OrgKey, webhook: DeactivatedWebhook) => Promise<void>

const reasonTexts: Record<DeactivationReason, string> = {
  failing: 'Every delivery to it has failed for five days.',
  gone: 'Its endpoint has answered that it is gone (410).',
}

/** Of the address only the host: what comes after it may be a secret. */
export function formatDeactivationMail(org: OrgKey, { id, url, description, reason }: DeactivatedWebhook) {
  const named = description ? `${id} (${description})` : id
  return {
    subject: `A webhook of ${org.id} was deactivated`,
    body: [
      `The webhook ${named} of the org ${org.id}, which calls ${new URL(url).host}, is not active any more.`,
      `${reasonTexts[reason]} Events are not kept for it from now on.`,
      '',
      'Once the endpoint works, make the webhook active again (PATCH with active: true): what was still on its way is',
      'sent then. What had failed for good can be sent again with _recover.',
      '',
    ].join('\n'),
  }
}
