import { defineCommand } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { readDocumentFile } from './document.ts'
import { type CliFinding, formatFindingCounts, formatFindings } from './findings.ts'

export const lintAgentCommand = defineCommand({
  name: 'lint',
  summary: 'what is wrong, doubtful or could be better in an agent',
  about:
    'shows what is wrong with an agent, doubtful, or could be better, each with its place in the\nexport; of a FILE, as if it were imported, without importing it.',
  args: [{ name: 'FILE', description: 'a document as `parley agents export` writes it', optional: true }],
  options: { ...agentOptions, strict: { type: 'boolean', description: 'warnings count as errors' } },
  exitDescriptions: { 0: 'no errors', 1: 'errors; with --strict also warnings' },
  examples: [
    ['parley agents lint', 'the agent as it is'],
    ['parley agents lint desk.yaml --strict', 'a file, in a build'],
  ],
  next: ['docs/agents.md tells what each part of an agent is'],
  async run({ options, args: [file], io, print, paint, json }) {
    const document = file === undefined ? undefined : await readDocumentFile(file, io)
    const { client } = await connectToAgent(options, io)
    const { data } = document === undefined ? await client.get('/lint') : await client.post('/lint', { body: document })
    const bad = (data as CliFinding[]).filter(
      ({ severity }) => severity === 'error' || (options.strict && severity === 'warning'),
    )
    const exit = bad.length > 0 ? exitCodes.failed : exitCodes.passed
    for (const line of formatFindings(data, paint)) print(line)
    print(formatFindingCounts(data) || 'Nothing to find fault with')
    json({ exitCode: exit, data })
    return exit
  },
})
