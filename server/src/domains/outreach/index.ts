import { channelsOf, findOutreachTemplate } from './channels/policy.ts'
import { purgeOldFollowUps } from './follow-ups/queries.ts'
import { purgeOldGoals } from './goals/queries.ts'
import { purgeOldRedemptions } from './links/queries.ts'
import { collectOpenerTemplates, fillOpener } from './opener.ts'
import { purgeOldRuleRows } from './rules/queries.ts'
import { respondWithin, sendTimeouts } from './send-timeouts.ts'
import { missingInputs } from './sends/plan.ts'
import { purgeOldSends } from './sends/queries/transitions.ts'
import { NamedSend, NamedSendResult } from './sends/request.ts'
import { namedSendProblems } from './sends/routes.ts'
import { purgeOldTrackedLinks } from './taps/queries.ts'

/** Public interface of the domain; other domains import only from here. */
export type { AcceptSend, ReadCampaignTerms } from './deps.ts'
export { serveLinks } from './links/page/routes.ts'
export { pauseLinksOfBinding } from './links/queries.ts'
export type { FilledOpener } from './opener.ts'
export { createOutreach, type OutreachService, type OutreachServiceDeps } from './outreach.ts'
export { createRecheckListener } from './rechecks/listener.ts'
export { createRuleListener } from './rules/listener.ts'
export type { CampaignSends, SendClaim, SendCounters } from './sends/campaign/deps.ts'
export { countSendsForUsage } from './sends/queries/records.ts'
export { purgeOutreach } from './sends/queries/transitions.ts'
export { isHoldReason } from './sends/send.ts'

/** Named sends, for domains that offer them on routes of their own. */
export const namedSends = {
  Body: NamedSend,
  Result: NamedSendResult,
  problems: namedSendProblems,
  respond: <T>(work: Promise<T>) => respondWithin(work, sendTimeouts.named),
} as const

export const outreachChores = {
  purgeOldSends,
  purgeOldRuleRows,
  purgeOldFollowUps,
  purgeOldRedemptions,
  purgeOldTrackedLinks,
  purgeOldGoals,
}

/** Resolves what an Outreach says first, the channels it goes by, and which values of the person are missing. */
export const opener = {
  fill: fillOpener,
  templates: collectOpenerTemplates,
  missingInputs: missingInputs,
  channels: channelsOf,
  template: findOutreachTemplate,
} as const
