import type { FaultScenario } from '../scenario.ts'
import { clocks } from './clocks.ts'
import { databasePauses, databaseRestarts, failOvers } from './database.ts'
import { diskFull } from './disk.ts'
import { freezes } from './freezes.ts'
import { kills } from './kills.ts'
import { databaseNetwork, providerNetwork, slowClients } from './network.ts'
import { quiet } from './quiet.ts'
import { providerFailures, receiverFailures } from './remote-failures.ts'
import { rolling } from './rolling.ts'
import { starts } from './starts.ts'

export const scenarios: readonly FaultScenario[] = [
  quiet,
  kills,
  starts,
  rolling,
  freezes,
  databaseRestarts,
  databasePauses,
  failOvers,
  databaseNetwork,
  providerNetwork,
  slowClients,
  providerFailures,
  receiverFailures,
  diskFull,
  clocks,
]
