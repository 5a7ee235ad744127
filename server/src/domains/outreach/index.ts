import { forgetOldFollowUps } from './follow-ups/queries.ts'
import { forgetOldRedemptions } from './links/queries.ts'
import { openingOf, templatesOf } from './opener.ts'
import { forgetOldRows } from './rules/queries.ts'
import { missingInputs } from './sends/plan.ts'
import { forgetOldSends } from './sends/queries/moves.ts'
import { outreachChannel } from './sends/recipient.ts'

/** The only door of the domain. */
export type { TermsOfCampaign } from './deps.ts'
export { serveLinks } from './links/page/routes.ts'
export { pauseLinksOfBinding } from './links/queries.ts'
export { outreachOf } from './outreach.ts'
export { recheckHearing } from './rechecks/hear.ts'
export { ruleHearing } from './rules/hear.ts'
export type { CampaignSends, Claim, SendTally } from './sends/campaign/deps.ts'
export { forgetOutreach } from './sends/queries/moves.ts'
export { countSends } from './sends/queries/usage.ts'
export { isHold } from './sends/send.ts'

/** What is forgotten by the clock. */
export const outreachChores = { forgetOldSends, forgetOldRows, forgetOldFollowUps, forgetOldRedemptions }

/** What an Outreach begins with, where it goes, and what it lacks of a person. */
export const opener = {
  of: openingOf,
  templates: templatesOf,
  missing: missingInputs,
  channel: outreachChannel,
} as const
