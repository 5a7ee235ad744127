import { deleteFactorsOf } from './second-factor/queries.ts'
import { resealSecondFactors } from './second-factor/second-factor.ts'
import { forgetOldSessions } from './sessions/queries.ts'

/** What is done with all accounts at once, or by whoever runs Parley. */
export const accountUpkeep = { deleteFactorsOf, forgetOldSessions, resealSecondFactors }
