import type { FaultScenario } from '../scenario.ts'
import { clockScenario } from './clocks.ts'
import { databasePauseScenario, databaseRestartScenario, failoverScenario } from './database.ts'
import { diskFullScenario } from './disk.ts'
import { freezeScenario } from './freezes.ts'
import { killScenario } from './kills.ts'
import { mergeScenario } from './merges.ts'
import { databaseNetworkScenario, providerNetworkScenario, slowClientScenario } from './network.ts'
import { quietScenario } from './quiet.ts'
import { providerFailureScenario, receiverFailureScenario } from './remote-failures.ts'
import { rollingUpdateScenario } from './rolling.ts'
import { interruptedStartScenario } from './starts.ts'
import { toolCallScenario } from './tool-calls.ts'

export const faultScenarios: readonly FaultScenario[] = [
  quietScenario,
  killScenario,
  interruptedStartScenario,
  rollingUpdateScenario,
  freezeScenario,
  databaseRestartScenario,
  databasePauseScenario,
  failoverScenario,
  databaseNetworkScenario,
  providerNetworkScenario,
  slowClientScenario,
  providerFailureScenario,
  receiverFailureScenario,
  diskFullScenario,
  clockScenario,
  mergeScenario,
  toolCallScenario,
]
