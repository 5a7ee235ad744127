// npm run bench [-- name]: every benchmark beside its ceiling, measured in the same run on the same machine.
// BENCH_AMOUNT is how many messages `carried` and `memory` carry, and how many people the large campaigns
// (`campaigns-stage-million`, `campaigns-cost`) go to, how many cases `regression-run` and `regression-start`
// have, how many entries `traffic` reads among, and how many events `webhooks` delivers;
// `carried` has Kannel beside it where it is installed.
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

const suites: Record<string, () => Promise<Benchmark[]>> = {
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

const wanted = process.argv[2]
const rows: Benchmark[] = []
for (const [name, run] of Object.entries(suites)) {
  if (wanted && !isWanted(name, wanted)) continue
  console.log(`measuring ${name}…`)
  rows.push(...(await run()))
}
console.log(table(rows))

/** One by its name, else all whose names hold the word. */
function isWanted(name: string, word: string): boolean {
  return word in suites ? name === word : name.includes(word)
}

function table(benchmarks: Benchmark[]): string {
  const cells = benchmarks.map(({ name, ours, ceiling, unit }) => [
    name,
    shown(ours),
    shown(ceiling),
    unit,
    (ours / ceiling).toFixed(2),
  ])
  const all = [['benchmark', 'ours', 'ceiling', 'unit', 'ratio'], ...cells]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

function shown(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
}
