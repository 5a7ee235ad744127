import { secondFactorRoutes } from './routes/second-factor.ts'
import { ownSessionRoutes, sessionRoutes } from './routes/session.ts'

import { type AccountDeps, signInRoutes } from './routes/sign-in.ts'

export const accountRoutes = (deps: AccountDeps) => [
  ...signInRoutes(deps),
  ...sessionRoutes(deps),
  ...ownSessionRoutes,
  ...secondFactorRoutes(deps),
]
