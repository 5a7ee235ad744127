import type { Scenario } from '../scenario.ts'
import { clocks } from './clocks.ts'
import { databasePauses, databaseRestarts, failOvers } from './database.ts'
import { diskFull } from './disk.ts'
import { freezes } from './freezes.ts'
import { kills } from './kills.ts'
import { carrierLine, databaseLine, slowClients } from './network.ts'
import { providers, receivers } from './partners.ts'
import { quiet } from './quiet.ts'
import { rolling } from './rolling.ts'
import { starts } from './starts.ts'

export const scenarios: readonly Scenario[] = [
  quiet,
  kills,
  starts,
  rolling,
  freezes,
  databaseRestarts,
  databasePauses,
  failOvers,
  databaseLine,
  carrierLine,
  slowClients,
  providers,
  receivers,
  diskFull,
  clocks,
]
