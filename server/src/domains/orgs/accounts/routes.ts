import { secondFactorRoutes } from './routes/second-factor.ts'
import { sessionRoutes } from './routes/session.ts'
import { ownSessionRoutes } from './routes/sessions.ts'
import { type AccountDeps, signInRoutes } from './routes/sign-in.ts'

export const accountRoutes = (deps: AccountDeps) => [
  ...signInRoutes(deps),
  ...sessionRoutes(deps),
  ...ownSessionRoutes,
  ...secondFactorRoutes(deps),
]
