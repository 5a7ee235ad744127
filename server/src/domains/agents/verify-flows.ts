import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AgentDefinition } from '@parley/definition'
import { type Finding, LruCache } from '@parley/findings'
import { type FlowVerification, FlowVerifier, type FlowWorld, readStranger } from '@parley/flow'
import { createPreset, type Scenario } from '@parley/testcase'
import { createTemplateValues } from './template-values.ts'

/** Other requests wait no longer than this. */
const sliceMilliseconds = 10

/** Explores every way through the flow of a playbook, for a person who is not on file yet. */
export async function verifyFlowOf(
  definition: AgentDefinition,
  playbookId: string,
  now: Date,
): Promise<FlowVerification> {
  const verifier = new FlowVerifier(playbookId, createVerifierWorld(definition, now))
  while (!verifier.run(sliceMilliseconds)) await nextTurn()
  return verifier.report()
}

type Verified = FlowVerification['findings'][number]
type PlayableFinding = Omit<Verified, 'counterexample'> & {
  counterexample: Verified['counterexample'] & { scenario?: Scenario }
}

/** The report, with the scenario in which each counterexample, as a test case, shows its fault. */
export function addScenarios({ playbooks }: AgentDefinition, playbookId: string, report: FlowVerification) {
  const isDefault = playbooks.find(({ id }) => id === playbookId)?.isDefault
  const start = isDefault ? {} : { start: { resume: { activePlaybook: playbookId } } }
  const findings = report.findings.map((finding): PlayableFinding => {
    const { counterexample } = finding
    const { turns, stubs, person } = counterexample
    const preset = person && createPreset(person)
    if (turns.length === 0 || (person && !preset)) return finding
    const scenario = { ...(preset && { persona: { preset } }), ...start, ...(stubs && { stubs }) }
    return { ...finding, counterexample: { ...counterexample, ...(Object.keys(scenario).length > 0 && { scenario }) } }
  })
  return { ...report, findings }
}

function createVerifierWorld(definition: AgentDefinition, now: Date): FlowWorld {
  const flows = new Map(definition.playbooks.map(({ id, flow }) => [id, flow]))
  return {
    flowOf: (id) => flows.get(id),
    person: readStranger,
    agent: (path) => createTemplateValues(definition, {})(path),
    locations: definition.locations,
    location: (path, locationId) => createTemplateValues(definition, {}, locationId)(path),
    now: now.toISOString(),
    timezone: definition.scheduling.timezone ?? 'UTC',
  }
}

const maxCached = 500
/** By the content of all flows and the playbook: agents lint far more often than their flows change. */
const verified = new LruCache<string, Finding[]>(maxCached)
/** All flows of an agent together. */
const totalMilliseconds = 5_000

/** The playbooks whose flows were `skipped` for lack of time; a repeated call continues with them. */
type FlowErrors = { findings: Finding[]; skipped: string[] }

/** Returns the errors of verification in all flows of the agent, as lint findings with the severity `warning`. */
export async function findFlowErrors(
  definition: AgentDefinition,
  now: Date,
  withinMilliseconds = totalMilliseconds,
): Promise<FlowErrors> {
  const { playbooks, scheduling, locations } = definition
  const flows = JSON.stringify([playbooks.map(({ id, flow }) => [id, flow]), scheduling.timezone, locations])
  const hash = createHash('sha256').update(flows).digest('base64')
  const endsAt = performance.now() + withinMilliseconds
  const findings: Finding[] = []
  const skipped: string[] = []
  for (const { id, flow } of playbooks) {
    if (!flow) continue
    const known = verified.get(`${hash} ${id}`)
    if (!known && performance.now() > endsAt) {
      skipped.push(id)
      continue
    }
    const found = known ?? toFindings(definition, id, await verifyFlowOf(definition, id, now))
    if (!known) verified.set(`${hash} ${id}`, found)
    findings.push(...found)
  }
  return { findings, skipped }
}

/** Each fault is reported by the playbook that has it, not by those that lead to it. */
function toFindings({ playbooks }: AgentDefinition, verifiedId: string, { findings }: FlowVerification): Finding[] {
  const at = playbooks.findIndex(({ id }) => id === verifiedId)
  return findings
    .filter(({ severity, playbookId }) => severity === 'error' && playbookId === verifiedId)
    .map(({ code, path, message }) => ({
      severity: 'warning',
      code: `flow.${code}`,
      path: path === '' ? `playbooks[${at}].flow` : `playbooks[${at}].flow.${path}`,
      message,
    }))
}
