import { benchAmf } from './amf.ts'
import type { Benchmark } from './benchmark.ts'
import { benchCampaignsCost, benchCampaignsDispatch, benchCampaignsPause } from './campaigns.ts'
import { benchCampaignsStage, benchCampaignsStageMillion } from './campaigns-stage.ts'
import { benchCarried } from './carried.ts'
import { benchConsole } from './console.ts'
import { benchDefinition } from './definition.ts'
import { benchFirstSeconds } from './first-seconds.ts'
import { benchFlow } from './flow.ts'
import { benchAccept } from './gateway.ts'
import { benchHttp } from './http.ts'
import { benchInbound } from './inbound.ts'
import { benchKnowledge } from './knowledge.ts'
import { benchMemory } from './memory.ts'
import { benchPeople } from './people.ts'
import { benchPeopleImport } from './people-import.ts'
import { benchRechecks } from './rechecks.ts'
import { benchRegressionLint, benchRegressionRun, benchRegressionStart } from './regression.ts'
import { benchScale } from './scale.ts'
import { benchScheduling } from './scheduling.ts'
import { onScratchDatabase } from './scratch-database.ts'
import { benchSends, benchSendsAlone } from './sends.ts'
import { benchTraffic } from './traffic.ts'
import { benchTurns } from './turns.ts'
import { benchWebhooks } from './webhooks.ts'
import { benchWork } from './work.ts'

/** Every benchmark by its name; `docs/benchmarks.md` says what each compares. */
export const suites: Record<string, () => Promise<Benchmark[]>> = {
  accept: () => onScratchDatabase(benchAccept),
  'campaigns-stage': () => onScratchDatabase(benchCampaignsStage),
  'campaigns-stage-million': () => onScratchDatabase(benchCampaignsStageMillion),
  'campaigns-dispatch': () => onScratchDatabase(benchCampaignsDispatch),
  'campaigns-cost': () => onScratchDatabase(benchCampaignsCost),
  'campaigns-pause': () => onScratchDatabase(benchCampaignsPause),
  console: () => onScratchDatabase(benchConsole),
  carried: () => onScratchDatabase(benchCarried),
  inbound: () => onScratchDatabase(benchInbound),
  memory: () => onScratchDatabase(benchMemory),
  amf: benchAmf,
  definition: () => onScratchDatabase(benchDefinition),
  'first-seconds': () => onScratchDatabase(benchFirstSeconds),
  flow: benchFlow,
  http: benchHttp,
  knowledge: () => onScratchDatabase(benchKnowledge),
  people: () => onScratchDatabase(benchPeople),
  rechecks: () => onScratchDatabase(benchRechecks),
  'regression-lint': benchRegressionLint,
  'regression-run': () => onScratchDatabase(benchRegressionRun),
  'regression-start': () => onScratchDatabase(benchRegressionStart),
  scale: () => onScratchDatabase(benchScale),
  scheduling: () => onScratchDatabase(benchScheduling),
  sends: () => onScratchDatabase(benchSends),
  'sends-alone': () => onScratchDatabase(benchSendsAlone),
  'people-import': () => onScratchDatabase(benchPeopleImport),
  traffic: () => onScratchDatabase(benchTraffic),
  turns: () => onScratchDatabase(benchTurns),
  webhooks: () => onScratchDatabase(benchWebhooks),
  work: () => onScratchDatabase(benchWork),
}
