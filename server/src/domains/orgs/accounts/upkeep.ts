import { deleteFactorsOf } from './second-factor/queries.ts'
import { resealSecondFactors } from './second-factor/second-factor.ts'
import { forgetOldSessions } from './sessions/queries.ts'

/** Operations on all accounts at once, and operations for the operator. */
export const accountUpkeep = { deleteFactorsOf, forgetOldSessions, resealSecondFactors }
