import { applicationRoutes } from '../applications/routes/account.ts'
import { acceptRoutes } from '../invitations/routes/accept.ts'
import { secondFactorRoutes } from './routes/second-factor.ts'
import { ownSessionRoutes, sessionRoutes } from './routes/session.ts'

import { type AccountDeps, signInRoutes } from './routes/sign-in.ts'

export const accountRoutes = (deps: AccountDeps & { publicUrl: string }) => [
  ...signInRoutes(deps),
  ...acceptRoutes(deps),
  ...sessionRoutes(deps),
  ...ownSessionRoutes,
  ...secondFactorRoutes(deps),
  ...applicationRoutes(deps),
]
