// npm run faults [-- scenario…] [--rounds N] [--seed N] [--campaign-people N]: runs Parley while everything around it
// fails.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatResultTable, formatViolations } from './result-table.ts'
import { runScenario, type ScenarioResult } from './run.ts'
import type { FaultScenario } from './scenario.ts'
import { faultScenarios } from './scenarios/index.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '6' },
    seed: { type: 'string' },
    'campaign-people': { type: 'string' },
    list: { type: 'boolean' },
  },
})
const rounds = Number(values.rounds)
const people = values['campaign-people']
const sizes = people === undefined ? {} : { campaignPeople: Number(people) }
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed)
const selected = faultScenarios.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
const unknown = positionals.filter((name) => !faultScenarios.some((scenario) => scenario.name === name))

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

if (values.list) for (const { name, description } of faultScenarios) console.log(`${name.padEnd(18)} ${description}`)
else if (unknown.length > 0 || !(rounds > 0) || !(seed >= 0) || !((sizes.campaignPeople ?? 1) > 0)) {
  console.error(`Unknown scenario ${unknown.join(', ') || 'number'}; --list shows all of them.`)
  process.exitCode = 2
} else await runAll()

async function runAll(): Promise<void> {
  console.log(`seed ${seed}, ${rounds} faults each`)
  const folder = mkdtempSync(join(tmpdir(), 'parley-faults-'))
  const results: ScenarioResult[] = []
  const skipped: string[] = []
  for (const scenario of selected) {
    const unsupported = scenario.unsupportedReason?.()
    if (unsupported) skipped.push(`${scenario.name} was skipped: ${unsupported}`)
    else results.push(await runAndReport(scenario, join(folder, scenario.name)))
  }
  clearLine()
  console.log(formatResultTable(results))
  for (const line of skipped) console.log(line)
  for (const result of results) console.log(formatViolations(result))
  const hasPassed = results.every(({ violations }) => violations.length === 0)
  if (hasPassed) rmSync(folder, { recursive: true, force: true })
  else console.log(`Logs and acknowledged requests are in ${folder}; repeat this run with --seed ${seed}.`)
  process.exitCode = hasPassed ? 0 : 1
}

/** A scenario that throws counts as failed. */
async function runAndReport(scenario: FaultScenario, scenarioFolder: string): Promise<ScenarioResult> {
  try {
    const result = await runScenario(scenario, { ...sizes, seed, rounds, folder: scenarioFolder, print: printProgress })
    printProgress(`${scenario.name}: ${result.violations.length === 0 ? 'passed' : `FAILED, see ${scenarioFolder}`}`)
    return result
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    printProgress(`${scenario.name}: could not be completed: ${message}`)
    const violation = { invariant: 'the scenario can be completed', message }
    return { scenario: scenario.name, seed, faults: 0, acknowledged: 0, violations: [violation] }
  }
}

function printProgress(line: string): void {
  const { isTTY, columns } = process.stdout
  clearLine()
  process.stdout.write(isTTY ? line.slice(0, columns - 1) : `${line}\n`)
}

function clearLine(): void {
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K')
}
