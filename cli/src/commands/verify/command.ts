import { resolve } from 'node:path'
import { type CommandCall, defineCommand } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { type ExitCode, exitCodes, usageError } from '../../exit.ts'
import { writeOutputFile } from '../../io.ts'
import { formatJunit } from '../../text/junit.ts'
import { toPrintable } from '../../text/printable.ts'

const verifyOptions = {
  ...agentOptions,
  draft: { type: 'string', value: 'DRAFT', description: 'verifies this draft instead of live' },
  junit: { type: 'string', value: 'FILE', description: 'writes the findings as JUnit XML' },
} as const

export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'explore every way through the flows of an agent',
  about: 'explores every way through the flows of an agent: dead ends, endless loops, failures that nothing handles.',
  args: [{ name: 'PLAYBOOK', description: 'the ids of playbooks; default: all', optional: true, repeatable: true }],
  options: verifyOptions,
  exitDescriptions: { 0: 'no flow has an error', 1: 'a flow has an error' },
  examples: [
    ['parley verify', 'verifies all flows'],
    ['parley verify general --junit flows.xml', 'one of them, on a build server'],
  ],
  next: ['`parley simulate` lets simulated people try the agent'],
  run: verify,
})

type FlowFinding = { code: string; severity: string; path: string; message: string; playbookId: string }

async function verify({ options, args, io, print, json }: CommandCall<typeof verifyOptions>): Promise<ExitCode> {
  const connection = await connectToAgent(options, io)
  const client = options.draft === undefined ? connection.client : connection.client.draft(options.draft)
  const { data } = await client.get('/playbooks')
  const unknown = args.find((id) => !data.some((playbook) => playbook.id === id))
  if (unknown !== undefined) throw usageError(`Unknown playbook ${toPrintable(unknown)}`)
  const chosen = data.filter(({ id, flow }) => (args.length === 0 ? flow !== undefined : args.includes(id)))
  const results: { playbookId: string; complete: boolean; states: number; findings: FlowFinding[] }[] = []
  for (const { id: playbookId } of chosen) {
    const result = await client.post('/playbooks/{playbookId}/flow/verify', { path: { playbookId } })
    const { complete, states, findings } = result
    // A fault in a flow that several playbooks lead to is listed once, with its own playbook.
    results.push({ playbookId, complete, states, findings: findings.filter((one) => one.playbookId === playbookId) })
  }
  for (const { playbookId, complete, states, findings } of results) {
    const verdict = findings.some(({ severity }) => severity === 'error') ? 'FAILED' : 'PASSED'
    print(`${verdict} ${toPrintable(playbookId)}  ${states} states${complete ? '' : ', not all explored'}`)
    for (const { severity, code, path, message } of findings)
      print(`  ${severity} ${code} ${toPrintable(path)}: ${toPrintable(message)}`)
  }
  const errors = results.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'error'))
  const exitCode = errors.length > 0 ? exitCodes.failed : exitCodes.passed
  if (options.junit !== undefined) {
    const cases = results.map(({ playbookId, findings }) => {
      const [fault] = findings.filter(({ severity }) => severity === 'error')
      return {
        name: playbookId,
        suite: 'flows',
        ...(fault && { failure: `${fault.code} ${fault.path}: ${fault.message}` }),
      }
    })
    await writeOutputFile(resolve(io.workingDirectory, options.junit), formatJunit('parley verify', cases))
  }
  json({ exitCode, data: results })
  print(
    `${results.length} flow${results.length === 1 ? '' : 's'}, ${errors.length} error${errors.length === 1 ? '' : 's'}`,
  )
  return exitCode
}
