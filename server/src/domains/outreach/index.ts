import { forgetOldFollowUps } from './follow-ups/queries.ts'
import { forgetOldRedemptions } from './links/queries.ts'
import { forgetOldRows } from './rules/queries.ts'
import { forgetOldSends } from './sends/queries/moves.ts'

/** The only door of the domain. */
export { serveLinks } from './links/page/routes.ts'
export { pauseLinksOfBinding } from './links/queries.ts'
export { outreachOf } from './outreach.ts'
export { ruleHearing } from './rules/hear.ts'
export { forgetOutreach } from './sends/queries/moves.ts'

/** What is forgotten by the clock. */
export const outreachChores = { forgetOldSends, forgetOldRows, forgetOldFollowUps, forgetOldRedemptions }
