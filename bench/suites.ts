import { benchAmf } from './amf.ts'
import type { BenchmarkRow } from './benchmark.ts'
import {
  benchCampaignsCost,
  benchCampaignsDispatch,
  benchCampaignsExperiment,
  benchCampaignsPause,
} from './campaigns.ts'
import { benchCampaignsStage, benchCampaignsStageExperiment, benchCampaignsStageMillion } from './campaigns-stage.ts'
import { benchConsole } from './console.ts'
import { benchDefinition } from './definition.ts'
import { benchDelivery } from './delivery.ts'
import { benchDesk } from './desk.ts'
import { benchFirstSeconds } from './first-seconds.ts'
import { benchFlow } from './flow.ts'
import { benchAccept } from './gateway.ts'
import { benchHttp } from './http.ts'
import { benchInbound } from './inbound.ts'
import { benchInbox } from './inbox.ts'
import { benchInsights } from './insights.ts'
import { benchKnowledge } from './knowledge.ts'
import { benchMemory } from './memory.ts'
import { benchOperations } from './operations.ts'
import { benchPeople } from './people.ts'
import { benchPeopleImport } from './people-import.ts'
import { benchRechecks } from './rechecks.ts'
import { benchRegressionLint, benchRegressionRun, benchRegressionStart } from './regression.ts'
import { benchReplay } from './replay.ts'
import { benchScale } from './scale.ts'
import { benchScheduling } from './scheduling.ts'
import { withScratchDatabase, withStatementStatistics } from './scratch-database.ts'
import { benchSearch } from './search.ts'
import { benchSends, benchSendsAlone } from './sends.ts'
import { benchSequences } from './sequences.ts'
import { benchSimulations } from './simulations.ts'
import { benchTools } from './tools.ts'
import { benchTraffic } from './traffic.ts'
import { benchTurns } from './turns.ts'
import { benchUnderstanding } from './understanding/understanding.ts'
import { benchVerify } from './verify.ts'
import { benchVersions } from './versions.ts'
import { benchWebhooks } from './webhooks.ts'
import { benchWork } from './work.ts'

/** Every benchmark by its name; `docs/benchmarks.md` describes what each compares. */
export const benchSuites: Record<string, () => Promise<BenchmarkRow[]>> = {
  accept: () => withScratchDatabase(benchAccept),
  'campaigns-stage': () => withScratchDatabase(benchCampaignsStage),
  'campaigns-stage-million': () => withScratchDatabase(benchCampaignsStageMillion),
  'campaigns-stage-experiment': () => withScratchDatabase(benchCampaignsStageExperiment),
  'campaigns-experiment': () => withScratchDatabase(benchCampaignsExperiment),
  'campaigns-dispatch': () => withScratchDatabase(benchCampaignsDispatch),
  'campaigns-cost': () => withScratchDatabase(benchCampaignsCost),
  'campaigns-pause': () => withScratchDatabase(benchCampaignsPause),
  console: () => withScratchDatabase(benchConsole),
  carried: () => withStatementStatistics(benchDelivery),
  inbound: () => withScratchDatabase(benchInbound),
  inbox: () => withScratchDatabase(benchInbox),
  desk: () => withScratchDatabase(benchDesk),
  insights: () => withScratchDatabase(benchInsights),
  memory: () => withScratchDatabase(benchMemory),
  amf: benchAmf,
  definition: () => withScratchDatabase(benchDefinition),
  'first-seconds': () => withScratchDatabase(benchFirstSeconds),
  flow: benchFlow,
  http: benchHttp,
  knowledge: () => withScratchDatabase(benchKnowledge),
  operations: () => withStatementStatistics(benchOperations),
  people: () => withScratchDatabase(benchPeople),
  rechecks: () => withScratchDatabase(benchRechecks),
  'regression-lint': benchRegressionLint,
  'regression-run': () => withScratchDatabase(benchRegressionRun),
  'regression-start': () => withScratchDatabase(benchRegressionStart),
  scale: () => withScratchDatabase(benchScale),
  scheduling: () => withScratchDatabase(benchScheduling),
  search: () => withScratchDatabase(benchSearch),
  sends: () => withScratchDatabase(benchSends),
  'sends-alone': () => withScratchDatabase(benchSendsAlone),
  sequences: () => withStatementStatistics(benchSequences),
  simulations: () => withScratchDatabase(benchSimulations),
  'people-import': () => withScratchDatabase(benchPeopleImport),
  tools: () => withScratchDatabase(benchTools),
  traffic: () => withScratchDatabase(benchTraffic),
  turns: () => withScratchDatabase(benchTurns),
  'versions-store': () => withScratchDatabase(benchVersions),
  'versions-replay': () => withScratchDatabase(benchReplay),
  understanding: () => withScratchDatabase(benchUnderstanding),
  verify: benchVerify,
  webhooks: () => withScratchDatabase(benchWebhooks),
  work: () => withScratchDatabase(benchWork),
}
